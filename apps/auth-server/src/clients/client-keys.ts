import { Injectable } from '@nestjs/common';
import type { JWTVerifyGetKey } from 'jose';
import { NO_KEYS, keysIn } from '../protocol/key-set';
import type { RegisteredClient } from './registered-client';
import { RemoteKeys } from './remote-keys';

/** The keys by which clients sign, read once for as long as the client is known. */
@Injectable()
export class ClientKeys {
  private readonly read = new WeakMap<KeyedClient, JWTVerifyGetKey>();

  constructor(private readonly remote: RemoteKeys) {}

  /** Finds the key of a signature; one that has none throws when it is asked. */
  of(client: KeyedClient): JWTVerifyGetKey {
    const { jwks, jwksUri } = client;
    if (jwks === null) return jwksUri === null ? NO_KEYS : (...signed) => this.remote.find(jwksUri, ...signed);
    const known = this.read.get(client) ?? keysIn(jwks);
    this.read.set(client, known);
    return known;
  }
}

type KeyedClient = Pick<RegisteredClient, 'jwks' | 'jwksUri'>;

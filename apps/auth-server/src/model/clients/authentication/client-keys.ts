import { Injectable } from '@nestjs/common';
import type { FindKeys } from '../../../protocol/client/signature';
import { type SetKey, type SignatureHeader, candidatesIn, readKeySet } from '../../../protocol/signing/key-set';
import { ImportedKeys } from './imported-keys';
import type { RegisteredClient } from '../registered-client';
import { RemoteKeys } from './remote-keys';

/** The keys that clients sign with: registered, or at a registered URL. */
@Injectable()
export class ClientKeys {
  constructor(
    private readonly remote: RemoteKeys,
    private readonly imported: ImportedKeys,
  ) {}

  of(client: KeyedClient): FindKeys {
    return (header) => this.find(client, header);
  }

  private async *find(client: KeyedClient, header: SignatureHeader) {
    for (const { jwk } of await this.candidates(client, header)) {
      const key = await this.imported.of(jwk, header.alg as string);
      if (key !== null) yield key;
    }
  }

  private async candidates({ jwks, jwksUri }: KeyedClient, header: SignatureHeader): Promise<SetKey[]> {
    if (jwks !== null) return candidatesIn(readKeySet(jwks), header);
    return jwksUri === null ? [] : this.remote.find(jwksUri, header);
  }
}

type KeyedClient = Pick<RegisteredClient, 'jwks' | 'jwksUri'>;

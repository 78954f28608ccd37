import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SignJWT } from 'jose';
import { type KeyObject, createPrivateKey } from 'node:crypto';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings, type SigningAlgorithm } from '../config/settings';
import { StartError } from '../config/settings-error';
import type { AccessTokenClaims } from '../protocol/access-token-claims';
import { DerivedKeys } from './derived-keys';
import { newSigningKey } from './new-signing-key';
import { unseal } from './sealing';
import { SigningKeyRepository, type StoredSigningKey } from './signing-key.repository';

const TYP = 'at+jwt';

/** Signs access tokens (RFC 9068) with the active key, unsealed and parsed once at start. */
@Injectable()
export class AccessTokenSigner implements OnModuleInit {
  private kid: string;
  private alg: SigningAlgorithm;
  private privateKey: KeyObject;

  constructor(
    private readonly keys: SigningKeyRepository,
    private readonly derived: DerivedKeys,
    private readonly jwt: JwtService,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const { accessTokenAlg: alg, ttl } = this.settings;
    const now = this.clock.now();
    const key =
      (await this.keys.findActive(alg)) ?? (await this.keys.keep(await newSigningKey(alg, this.derived.sealing), now));
    await this.keys.activate(key, ttl.accessToken, now);
    this.kid = key.kid;
    this.alg = key.alg;
    this.privateKey = this.open(key);
  }

  async sign(claims: AccessTokenClaims): Promise<string> {
    const { alg, kid, privateKey } = this;
    const header = { alg, kid, typ: TYP };
    // jsonwebtoken, under @nestjs/jwt, knows no EdDSA.
    if (alg === 'EdDSA') return new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey);
    return this.jwt.sign(claims, { algorithm: alg, header, privateKey });
  }

  private open({ kid, sealedPrivateKey }: StoredSigningKey): KeyObject {
    try {
      const key = unseal(sealedPrivateKey, this.derived.sealing, kid);
      return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    } catch (cause) {
      throw new StartError(
        'the signing key cannot be unsealed: the master key is not the one it was sealed with',
        cause,
      );
    }
  }
}

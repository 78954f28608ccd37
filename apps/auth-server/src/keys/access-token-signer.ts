import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SignJWT } from 'jose';
import { type KeyObject, createPrivateKey } from 'node:crypto';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings, type SigningAlgorithm } from '../config/settings';
import { StartError } from '../config/settings-error';
import type { AccessTokenClaims } from '../protocol/access-token-claims';
import { LOGGER } from '../http/logger';
import { DerivedKeys } from './derived-keys';
import { newSigningKey } from './new-signing-key';
import { unseal } from './sealing';
import { SigningKeyRepository, type StoredSigningKey } from './signing-key.repository';

const TYP = 'at+jwt';

/** Milliseconds between two looks at the key's row; a changed algorithm is rolled out with both at work. */
const HEARTBEAT = 10_000;

/** Signs access tokens (RFC 9068) with the active key, unsealed and parsed once at start. */
@Injectable()
export class AccessTokenSigner implements OnModuleInit, OnApplicationShutdown {
  private kid: string;
  private alg: SigningAlgorithm;
  private privateKey: KeyObject;
  private heartbeat: NodeJS.Timeout;

  constructor(
    private readonly keys: SigningKeyRepository,
    private readonly derived: DerivedKeys,
    private readonly jwt: JwtService,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
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
    this.heartbeat = setInterval(() => void this.stillSigning(), HEARTBEAT);
    this.heartbeat.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.heartbeat);
  }

  async sign(claims: AccessTokenClaims): Promise<string> {
    const { alg, kid, privateKey } = this;
    const header = { alg, kid, typ: TYP };
    // jsonwebtoken, under @nestjs/jwt, knows no EdDSA.
    if (alg === 'EdDSA') return new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey);
    return this.jwt.sign(claims, { algorithm: alg, header, privateKey });
  }

  private async stillSigning(): Promise<void> {
    const until = this.clock.now() + 2 * HEARTBEAT;
    await this.keys.postponeRetirement(this.kid, until).catch((error: unknown) => {
      this.logger.warn({ kid: this.kid, reason: String(error) }, 'the signing key could not be looked after');
    });
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

import type { JWK } from 'jose';
import { createSecretKey } from 'node:crypto';
import { pino } from 'pino';
import type { Clock } from '../src/platform/config/clock';
import { readSettings } from '../src/platform/config/read-settings';
import type { Database } from '../src/platform/database/open-database';
import { AccessTokenSigner } from '../src/model/keys/signing/access-token-signer';
import type { DerivedKeys } from '../src/model/keys/derived-keys';
import { IdTokenSigner } from '../src/model/keys/signing/id-token-signer';
import { KeyRing } from '../src/model/keys/signing/key-ring';
import { SigningKeyRepository } from '../src/model/keys/signing/signing-key.repository';
import { accessTokenClaims } from '../src/protocol/token/access-token-claims';

const SUBJECT = {
  issuer: 'http://localhost:3000',
  subject: 'account',
  clientId: 'client',
  audience: 'http://localhost:3001',
  scope: ['notes:read'],
  familyId: 'family',
};

/** A clock that only tests move. */
export class StillClock implements Clock {
  constructor(private time = 1_700_000_000_000) {}

  now = () => this.time;
  elapsed = () => this.time;

  advance(ms: number): void {
    this.time += ms;
  }
}

/** The signing keys of one server process. */
export class SigningProcess {
  readonly ring: KeyRing;
  readonly repository: SigningKeyRepository;
  private readonly signer: AccessTokenSigner;
  private readonly idTokens: IdTokenSigner;
  private readonly ttl: number;

  constructor(
    database: Database,
    private readonly clock: Clock,
    environment: Record<string, string> = {},
    masterKey = 1,
  ) {
    const settings = readSettings(environment);
    const derived = { sealing: createSecretKey(Buffer.alloc(32, masterKey)) } as DerivedKeys;
    this.repository = new SigningKeyRepository(database.units);
    const logger = pino({ enabled: false });
    this.ring = new KeyRing(this.repository, database.changes, derived, settings, clock, logger);
    this.signer = new AccessTokenSigner(this.ring);
    this.idTokens = new IdTokenSigner(this.ring);
    this.ttl = settings.ttl.accessToken;
  }

  issue(): Promise<string> {
    const issuance = { now: this.clock.now(), ttl: this.ttl, jti: 'jti' };
    return this.signer.sign(accessTokenClaims(SUBJECT, issuance));
  }

  issueIdToken(idTokenSignedResponseAlg: string | null = null): Promise<string> {
    return this.idTokens.sign({ idTokenSignedResponseAlg }, (alg) => ({ iss: SUBJECT.issuer, alg }));
  }

  /** Prepares an ID token's key, as the approval does. */
  prepareIdToken(idTokenSignedResponseAlg: string | null = null): Promise<void> {
    return this.idTokens.prepare({ idTokenSignedResponseAlg });
  }

  publicJwks(): Promise<JWK[]> {
    return this.ring.publicJwks();
  }

  async publicKids(): Promise<string[]> {
    return (await this.publicJwks()).map(({ kid }) => String(kid));
  }
}

import { Logger } from '@nestjs/common';

import { type HeaderSource, proofOf } from '../bearer/authorization-header.ts';
import { BearerFault, isBearerFault } from '../bearer/bearer-fault.ts';
import type { Credentials } from '../bearer/credentials.ts';
import { isJsonObject } from '../verify/token/compact-jws.ts';
import { assertProof, type Proof } from '../verify/proof/proof.rule.ts';
import type { VerifiedAccessToken } from '../verify/token/verified-access-token.ts';
import { systemTimers, type Timers, within } from '../verify/timers.ts';
import { describeFailure } from '../verify/failure-text.ts';
import type { RouteAccess } from './access/route-access.ts';
import type { GuardSettings } from './guard.settings.ts';

/** `originalUrl` is the whole path in Express and Fastify. */
export interface ProvenRequest extends HeaderSource {
  readonly method?: string;
  readonly url?: string;
  readonly originalUrl?: string;
}

/** Milliseconds: a store that hangs must not hold calls. */
const STORE_TIMEOUT = 5_000;

/** Checks that the caller proves the key of a bound token, by the scheme DPoP (RFC 9449 §7). */
export class Possession {
  private readonly logger = new Logger('JwtBearerGuard');
  /** A proof is used once, but the guard runs for each resolver of a GraphQL request and each message of a socket. */
  private readonly proven = new WeakMap<ProvenRequest, void | Promise<void>>();

  private readonly timers: Timers;

  constructor(private readonly settings: GuardSettings) {
    const { clock } = settings;
    this.timers = clock.after ? { after: clock.after.bind(clock) } : systemTimers;
  }

  /**
   * Throws or rejects with `invalid_token` or `invalid_dpop_proof` unless the token's key is proven, or the token is
   * unbound and may be; with `temporarily_unavailable` where used proofs cannot be kept.
   */
  assertPossession(
    { claims: { cnf }, audience }: VerifiedAccessToken,
    { scheme, token }: Credentials,
    request: ProvenRequest,
    { audiences, needsDpop }: Pick<RouteAccess, 'audiences' | 'needsDpop'>,
  ): void | Promise<void> {
    if (cnf === undefined) {
      if (needsDpop) throw BearerFault.unboundToken();
      if (scheme === 'dpop') throw BearerFault.invalidToken('the token is not bound to a key');
      return;
    }
    if (scheme !== 'dpop') throw BearerFault.boundToken();
    const jkt = isJsonObject(cnf) ? cnf.jkt : undefined;
    if (typeof jkt !== 'string') throw BearerFault.invalidToken('bound to something other than a DPoP key');
    if (this.proven.has(request)) return this.proven.get(request);
    const text = proofOf(request);
    if (text === undefined) throw BearerFault.invalidProof('no DPoP header');
    const now = this.settings.clock.now();
    const here = (audiences ?? this.settings.audiences).find((name) => audience.includes(name));
    const call = {
      method: request.method ?? '',
      url: urlOf(request, here ?? this.settings.audiences[0]),
      token,
      jkt,
      now,
    };
    const proven = this.assertFirstUse(assertProof(text, call), now);
    this.proven.set(request, proven);
    return proven;
  }

  private assertFirstUse({ id, expiresAt }: Proof, now: number): void | Promise<void> {
    try {
      const isFirst = this.settings.usedProofs.use(id, expiresAt, now);
      if (typeof isFirst === 'boolean') return assertFirst(isFirst);
      return within(isFirst, STORE_TIMEOUT, this.timers)
        .catch((error: unknown) => this.refuse(error))
        .then(assertFirst);
    } catch (error) {
      return this.refuse(error);
    }
  }

  /** A proof whose use was not recorded could be used again. */
  private refuse(error: unknown): never {
    if (isBearerFault(error)) throw error;
    this.logger.error(
      `Cannot record a DPoP proof: ${describeFailure(error)}. Calls with proofs are answered with 503.`,
    );
    throw BearerFault.proofsUnavailable('the store of used proofs failed', 1);
  }
}

/** The URL by the audience for which the token was taken: the caller controls the `Host` header. */
function urlOf({ originalUrl, url = '' }: ProvenRequest, audience = ''): string {
  const [path = ''] = (originalUrl ?? url).split('?');
  return (URL.canParse(audience) ? new URL(audience).origin : '') + path;
}

function assertFirst(isFirst: boolean): void {
  if (isFirst !== true) throw BearerFault.invalidProof('used before');
}

/** Whether a call uses the scheme DPoP, valid or not. */
export function isDpopCall({ headers }: ProvenRequest): boolean {
  const authorization = headers?.authorization;
  return typeof authorization === 'string' && /^dpop(?=[ \t]|$)/i.test(authorization);
}

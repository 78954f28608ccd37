import { authorizationOf, type HeaderSource, proofOf } from '../bearer/authorization-header.ts';
import { BearerFault } from '../bearer/bearer-fault.ts';
import { dpopTokenOf } from '../bearer/bearer-token.ts';
import { isJsonObject } from '../verify/compact-jws.ts';
import { assertProof } from '../verify/proof.rule.ts';
import { UsedProofs } from '../verify/used-proofs.ts';
import type { VerifiedAccessToken } from '../verify/verified-access-token.ts';
import type { GuardSettings } from './guard.settings.ts';

/** `originalUrl` is the whole path in Express and Fastify. */
export interface ProvenRequest extends HeaderSource {
  readonly method?: string;
  readonly url?: string;
  readonly originalUrl?: string;
}

/** Checks that the caller proves the key of a bound token, by the scheme DPoP (RFC 9449 §7). */
export class Possession {
  private readonly used = new UsedProofs();

  constructor(private readonly settings: GuardSettings) {}

  /** Throws `invalid_token` or `invalid_dpop_proof` unless the token is unbound or its key is proven. */
  assertPossession({ claims: { cnf } }: VerifiedAccessToken, request: ProvenRequest): void {
    const token = dpopTokenOf(authorizationOf(request));
    if (cnf === undefined) {
      if (token !== undefined) throw BearerFault.invalidToken('the token is not bound to a key');
      return;
    }
    if (token === undefined) throw BearerFault.boundToken();
    const jkt = isJsonObject(cnf) ? cnf.jkt : undefined;
    if (typeof jkt !== 'string') throw BearerFault.invalidToken('bound to something else than a DPoP key');
    const text = proofOf(request);
    if (text === undefined) throw BearerFault.invalidProof('no DPoP header');
    const now = this.settings.clock.now();
    const call = { method: request.method ?? '', url: this.urlOf(request), token, jkt, now };
    if (!this.used.use(assertProof(text, call), now)) throw BearerFault.invalidProof('used before');
  }

  /** The URL by configuration: the caller controls the `Host` header. */
  private urlOf({ originalUrl, url = '' }: ProvenRequest): string {
    const [path = ''] = (originalUrl ?? url).split('?');
    return new URL(this.settings.audience).origin + path;
  }
}

/** Whether a call uses the scheme DPoP, valid or not. */
export function isDpopCall({ headers }: ProvenRequest): boolean {
  const authorization = headers?.authorization;
  return typeof authorization === 'string' && /^dpop(?=[ \t]|$)/i.test(authorization);
}

import { Inject, Injectable } from '@nestjs/common';

import type { AccessTokenVerifier } from '../../verify/access-token-verifier.ts';
import type { RevocationsHealth } from '../../verify/revocations/revocations.ts';
import type { TrustedIssuer } from '../../verify/trusted-issuer.ts';
import { VERIFIER } from '../guard.tokens.ts';

/** Of one issuer; ages are whole seconds. */
export interface IssuerHealth {
  /** Without `age` none could be read yet. */
  readonly keys: { readonly age?: number };
  readonly revocations: {
    readonly state: RevocationsHealth['state'];
    readonly age?: number;
    readonly entries?: number;
  };
}

export interface GuardHealth {
  /** `down`: guarded calls with tokens of some issuer are answered 503. */
  readonly status: 'up' | 'down';
  /** By the issuers' URLs. */
  readonly issuers: Readonly<Record<string, IssuerHealth>>;
}

/**
 * Whether access tokens can be checked, in the shape of `@nestjs/terminus` 11. A check reads the keys where there are none
 * yet.
 *
 * @example health.check([() => this.guard.check('access-tokens')])
 */
@Injectable()
export class GuardHealthIndicator {
  constructor(@Inject(VERIFIER) private readonly verifier: AccessTokenVerifier) {}

  async check<const Key extends string>(key: Key): Promise<Record<Key, GuardHealth>> {
    const checked = await Promise.all(
      this.verifier.issuers.map(async (issuer) => ({ issuer, isUp: await isUp(issuer) })),
    );
    const health: GuardHealth = {
      status: checked.every((one) => one.isUp) ? 'up' : 'down',
      issuers: Object.fromEntries(checked.map(({ issuer }) => [issuer.issuer, healthOf(issuer)])),
    };
    return { [key]: health } as Record<Key, GuardHealth>;
  }
}

/** Whether a token would be judged now; not why not, which the log says. */
async function isUp({ keys, revocations }: TrustedIssuer): Promise<boolean> {
  try {
    await keys.load();
    await revocations.ready();
    return true;
  } catch {
    return false;
  }
}

function healthOf({ keys, revocations }: TrustedIssuer): IssuerHealth {
  const { state, age, entries } = revocations.health?.() ?? { state: 'none' };
  return {
    keys: { ...inSeconds(keys.age()) },
    revocations: { state, ...inSeconds(age), ...(entries === undefined ? {} : { entries }) },
  };
}

const inSeconds = (age: number | undefined) => (age === undefined ? {} : { age: Math.floor(age / 1_000) });

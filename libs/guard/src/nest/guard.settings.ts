import { type ChallengeSettings, isQuotable } from '../bearer/challenge.ts';
import { parseScopeHierarchy } from '../bearer/scope-hierarchy.ts';
import { type Clock, systemClock } from '../verify/clock.ts';
import type { UsedProofStore } from '../verify/proof/used-proof-store.ts';
import { UsedProofs } from '../verify/proof/used-proofs.ts';
import { isPolicySource } from './access/access-policy.ts';
import type { AccessDefaults } from './access/route-access.ts';
import type { ClaimsSource } from './claims/claims-source.ts';
import type { GuardOptions } from './guard.options.ts';
import type { IssuerOptions } from './issuer.options.ts';
import { issuerProblems, type IssuerSettings, issuerSettings, issuersOf } from './issuer.settings.ts';
import type { MessageTokenSource } from './transports/message.transport.ts';
import { type OptionNames, unknownOptions } from './unknown-options.ts';
import { insecureHostsProblem, urlProblem } from './url-problem.ts';
import type { GuardMeter } from './reports/meter.ts';
import type { RefusedCall } from './reports/refused-call.ts';

export interface GuardSettings extends ChallengeSettings, AccessDefaults {
  readonly issuers: readonly IssuerSettings[];
  /** This service: of each issuer that names it no other way. */
  readonly audiences: readonly string[];
  /** Set by ProtectedResourceModule where the option `resourceMetadata` is not. */
  readonly metadata: { url: string | undefined };
  readonly insecureHosts: readonly string[];
  readonly cacheSize: number;
  readonly claims: ClaimsSource | undefined;
  readonly clock: Clock;
  readonly messageTokens: Readonly<Record<string, MessageTokenSource>>;
  readonly usedProofs: UsedProofStore;
  readonly meter: GuardMeter | undefined;
  readonly onRefused: ((call: RefusedCall) => unknown) | undefined;
}

const OPTIONS: OptionNames<GuardOptions> = {
  ...{ issuer: true, issuers: true, audience: true, jwksUri: true, revocations: true, realm: true },
  ...{ resourceMetadata: true, scopeHierarchy: true, errorUri: true, policy: true, cacheSize: true, claims: true },
  ...{ dpop: true, usedProofs: true, meter: true, onRefused: true, messageTokens: true, clock: true },
  insecureHosts: true,
};

const LARGEST_CACHE = 1_000_000;

const DPOP = ['accepted', 'required'];

/** Validates the options and adds defaults. Throws an Error that names every wrong one and what is allowed. */
export function parseGuardOptions(options: GuardOptions): GuardSettings {
  const { audience, realm = 'api', resourceMetadata, errorUri } = options ?? {};
  const { scopeHierarchy = {}, policy, claims, cacheSize = 10_000, clock = systemClock } = options ?? {};
  const { dpop = 'accepted', usedProofs = new UsedProofs(), meter, onRefused, messageTokens = {} } = options ?? {};
  const { insecureHosts = [] } = options ?? {};
  const audiences: readonly unknown[] = Array.isArray(audience) ? audience : [audience];
  const problems = [
    unknownOptions(options, OPTIONS),
    ...issuerProblems(options ?? {}),
    ...placeProblems(options ?? {}, audiences),
    isQuotable(String(realm)) ? undefined : `realm must be printable ASCII without '"' and '\\'`,
    messageOf(() => parseScopeHierarchy(scopeHierarchy)),
    policy === undefined || isPolicySource(policy) ? undefined : 'policy must be a class or an object with decide()',
    claims === undefined || typeof claims === 'function' ? undefined : 'claims must be a class or a function',
    cacheSizeProblem(cacheSize),
    DPOP.includes(dpop) ? undefined : `dpop must be ${DPOP.join(' or ')}; got ${JSON.stringify(dpop)}`,
    typeof usedProofs?.use === 'function' ? undefined : 'usedProofs must be an object with use(id, expiresAt, now)',
    isMeter(meter) ? undefined : 'meter must be a Meter of @opentelemetry/api',
    onRefused === undefined || typeof onRefused === 'function' ? undefined : 'onRefused must be a function',
    messageTokensProblem(messageTokens),
    isClock(clock)
      ? undefined
      : 'clock must be an object with now(), in milliseconds since 1970, and perhaps elapsed() and after()',
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new Error(`GuardModule was given wrong options:\n- ${problems.join('\n- ')}`);
  const metadata = { url: resourceMetadata };
  const issuers = issuersOf(options).map((one) => issuerSettings(one as IssuerOptions, audiences as string[]));
  return Object.freeze({
    issuers: Object.freeze(issuers),
    audiences: audiences as readonly string[],
    realm,
    errorUri,
    metadata,
    get resourceMetadata() {
      return metadata.url;
    },
    scopeHierarchy: parseScopeHierarchy(scopeHierarchy),
    policy,
    insecureHosts: Object.freeze([...insecureHosts]),
    cacheSize,
    claims,
    needsDpop: dpop === 'required',
    usedProofs,
    meter,
    onRefused,
    messageTokens,
    clock,
  });
}

function placeProblems(
  { resourceMetadata, errorUri, insecureHosts = [] }: GuardOptions,
  audiences: readonly unknown[],
) {
  return [
    insecureHostsProblem(insecureHosts),
    audiences.length === 0 ? 'audience must name at least one audience' : undefined,
    ...audiences.map((named) => urlProblem('audience', named, { insecureHosts })),
    resourceMetadata === undefined
      ? undefined
      : urlProblem('resourceMetadata', resourceMetadata, { isQuoted: true, insecureHosts }),
    errorUri === undefined ? undefined : errorUriProblem(errorUri),
  ];
}

const errorUriProblem = (errorUri: unknown) =>
  urlProblem('errorUri', errorUri, { isQuoted: true }) ??
  (String(errorUri).includes('{code}') ? undefined : 'errorUri must contain {code} instead of the error code');

function messageOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const isSize = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_CACHE;

const cacheSizeProblem = (size: unknown) =>
  isSize(size) ? undefined : `cacheSize must be a whole number from 0 to ${LARGEST_CACHE}; got ${String(size)}`;

/** Their tokens come with the request or the handshake. */
const REQUESTS = ['http', 'graphql', 'ws'];

function messageTokensProblem(sources: unknown): string | undefined {
  const isRecord = typeof sources === 'object' && sources !== null;
  if (!isRecord || !Object.values(sources).every((source) => typeof source === 'function'))
    return 'messageTokens must be an object with a function for each kind of message, as { rmq: (context) => … }';
  const taken = REQUESTS.filter((kind) => Object.hasOwn(sources, kind));
  return taken.length === 0 ? undefined : `messageTokens is for messages, not for ${taken.join(' and ')}`;
}

const isMeter = (meter: GuardMeter | null | undefined) =>
  meter === undefined ||
  (['createCounter', 'createHistogram', 'createObservableGauge'] as const).every(
    (name) => typeof meter?.[name] === 'function',
  );

const isClock = (clock: Clock | null) =>
  typeof clock?.now === 'function' &&
  (['elapsed', 'after'] as const).every((name) => ['undefined', 'function'].includes(typeof clock[name]));

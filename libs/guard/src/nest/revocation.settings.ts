import { basicAuthorization } from '../verify/basic-authorization.ts';
import type { RevocationOptions } from './revocation.options.ts';
import { type OptionNames, unknownOptions } from './unknown-options.ts';
import { urlProblem } from './url-problem.ts';

export interface RevocationSettings {
  readonly uri: string;
  /** Whether the options name it. */
  readonly isNamed: boolean;
  readonly onStale: 'accept' | 'reject';
  /** Milliseconds. */
  readonly maxWait: number;
  /** The value of `Authorization`. */
  readonly authorization: string | undefined;
}

const OPTIONS: OptionNames<RevocationOptions> = { uri: true, onStale: true, maxWaitMs: true, credentials: true };
const CREDENTIALS: OptionNames<NonNullable<RevocationOptions['credentials']>> = { clientId: true, clientSecret: true };

const WAIT = { least: 100, most: 30_000 };

/** What is wrong with `revocations` of an issuer; `at` names the place. */
export function revocationProblems(
  value: unknown,
  issuer: unknown,
  { at, insecureHosts }: { at: string; insecureHosts: unknown },
): (string | undefined)[] {
  if (value === undefined || typeof value === 'boolean') return [];
  if (typeof value !== 'object' || value === null) return [`${at}revocations must be false or an object`];
  const { uri, onStale = 'accept', maxWaitMs = 5_000, credentials } = value as RevocationOptions;
  const { least, most } = WAIT;
  return [
    unknownOptions(value, OPTIONS, `${at}revocations.`),
    unknownOptions(credentials, CREDENTIALS, `${at}revocations.credentials.`),
    uri === undefined ? undefined : feedUrlProblem(uri, issuer, { at, insecureHosts }),
    ['accept', 'reject'].includes(onStale)
      ? undefined
      : `${at}revocations.onStale must be accept or reject; got ${JSON.stringify(onStale)}`,
    Number.isInteger(maxWaitMs) && maxWaitMs >= least && maxWaitMs <= most
      ? undefined
      : `${at}revocations.maxWaitMs must be a whole number from ${least} to ${most}; got ${String(maxWaitMs)}`,
    credentials === undefined || (isText(credentials?.clientId) && isText(credentials.clientSecret))
      ? undefined
      : `${at}revocations.credentials must have a clientId and a clientSecret`,
  ];
}

/** Elsewhere, whoever serves it could make this service forget or refuse. */
function feedUrlProblem(
  value: unknown,
  issuer: unknown,
  { at, insecureHosts }: { at: string; insecureHosts: unknown },
): string | undefined {
  const name = `${at}revocations.uri`;
  const problem = urlProblem(name, value, { insecureHosts });
  if (problem !== undefined || !URL.canParse(String(issuer))) return problem;
  const { origin } = new URL(String(issuer));
  return new URL(String(value)).origin === origin
    ? undefined
    : `${name} must be on the issuer's origin, ${origin}; got ${JSON.stringify(value)}`;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** Adds the defaults to options without problems; undefined where revocations are not read. */
export function revocationSettings(
  options: boolean | RevocationOptions,
  issuer: string,
): RevocationSettings | undefined {
  if (options === false) return undefined;
  const { uri, onStale = 'accept', maxWaitMs = 5_000, credentials } = options === true ? {} : options;
  return Object.freeze({
    uri: uri ?? `${issuer.replace(/\/$/, '')}/oauth2/revocations`,
    isNamed: uri !== undefined,
    onStale,
    maxWait: maxWaitMs,
    authorization: credentials && basicAuthorization(credentials),
  });
}

import type { OAuthErrorCode } from '../protocol/oauth-error';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * What is counted together. The subject is what a call is about: an e-mail, an account, a `client_id`. An address is an
 * IPv4 address or an IPv6 /64, a network is a /24 or a /48.
 */
export type CountedBy = 'subject' | 'subject and address' | 'address' | 'network';

export interface Limit {
  /** Milliseconds for which one counts. */
  window: number;
  most: Readonly<Partial<Record<CountedBy, number>>>;
  /** If the subject's count is full, one call in so many milliseconds passes: strangers must not lock it out. */
  trickle?: number;
  /** Milliseconds for which the time of the last one is kept, where that is longer than it counts. */
  remembered?: number;
  /** What callers are told: a code of OAuth's, or `null` for problem details. The status is 429. */
  code: OAuthErrorCode | null;
  says: string;
}

/** Calls that cost rows, or calls to others, and that anybody can make. */
const STRANGERS = {
  window: QUARTER,
  most: { address: 300, network: 900 },
  code: 'temporarily_unavailable',
} as const;

/** Every limit there is; docs/production.md has the same table, and a test compares them. */
export const LIMITS = {
  password_failures: {
    window: QUARTER,
    most: { 'subject and address': 10, subject: 200, address: 100, network: 300 },
    trickle: 10_000,
    code: null,
    says: 'too many failed tries',
  },
  password_successes: {
    window: QUARTER,
    most: { 'subject and address': 2_000 },
    remembered: 30 * DAY,
    code: null,
    says: 'too many sign-ins',
  },
  sign_ups: {
    window: HOUR,
    most: { address: 200, network: 600 },
    code: null,
    says: 'too many sign-ups from this network',
  },
  user_code_guesses: {
    window: QUARTER,
    most: { subject: 10, address: 100, network: 300 },
    code: 'slow_down',
    says: 'too many unknown codes',
  },
  registrations: {
    window: HOUR,
    most: { address: 20, network: 60 },
    code: 'temporarily_unavailable',
    says: 'too many clients were registered from this network',
  },
  registration_changes: {
    window: HOUR,
    most: { subject: 20, address: 100, network: 300 },
    code: 'temporarily_unavailable',
    says: 'too many changes of clients that registered themselves',
  },
  pushed_requests: { ...STRANGERS, says: 'too many authorization requests were pushed from this network' },
  device_codes: { ...STRANGERS, says: 'too many device codes were requested from this network' },
  document_fetches: {
    ...STRANGERS,
    says: 'too many requests from this network named unknown client ID metadata documents',
  },
  sign_in_demands: { ...STRANGERS, says: 'too many authorization requests from this network demanded a new sign-in' },
  signature_failures: {
    window: QUARTER,
    most: { 'subject and address': 30, address: 100, network: 300 },
    code: 'temporarily_unavailable',
    says: 'too many bad client signatures came from this network',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

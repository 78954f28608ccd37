import type { OAuthErrorCode } from '../../protocol/oauth-error';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The subject is an email, an account or a `client_id`; for address and network see caller-network.ts. */
export type CountedBy = 'subject' | 'subject and address' | 'address' | 'network';

export interface Limit {
  /** Milliseconds for which a call counts. */
  window: number;
  most: Readonly<Partial<Record<CountedBy, number>>>;
  /** Milliseconds between the calls that pass a full count of the subject: strangers must not lock the owner out. */
  trickle?: number;
  /** Milliseconds for which the time of the last call is kept, if longer than the window. */
  remembered?: number;
  /** The `error` of the 429 answer, or `null` for problem details. */
  code: OAuthErrorCode | null;
  message: string;
}

/** Unauthenticated calls that write rows or cause outbound requests. */
const STRANGERS = {
  window: QUARTER,
  most: { address: 300, network: 900 },
  code: 'temporarily_unavailable',
} as const;

/** All limits; a test compares them with the table in docs/limits.md. */
export const LIMITS = {
  password_failures: {
    window: QUARTER,
    most: { 'subject and address': 10, subject: 200, address: 100, network: 300 },
    trickle: 10_000,
    code: null,
    message: 'too many failed attempts',
  },
  password_successes: {
    window: QUARTER,
    most: { 'subject and address': 2_000 },
    remembered: 30 * DAY,
    code: null,
    message: 'too many sign-ins',
  },
  sign_ups: {
    window: HOUR,
    most: { address: 200, network: 600 },
    code: null,
    message: 'too many sign-ups from this network',
  },
  mails: {
    window: HOUR,
    most: { subject: 10, 'subject and address': 5, address: 200, network: 600 },
    trickle: 5 * MINUTE,
    code: null,
    message: 'too many emails were requested',
  },
  sign_up_codes: {
    window: DAY,
    most: { subject: 20, address: 100, network: 300 },
    code: null,
    message: 'too many wrong codes of sign-ups',
  },
  user_code_guesses: {
    window: QUARTER,
    most: { subject: 10, address: 100, network: 300 },
    code: 'slow_down',
    message: 'too many unknown codes',
  },
  registrations: {
    window: HOUR,
    // The default of DYNAMIC_REGISTRATION_LIMIT.
    most: { network: 20 },
    code: 'temporarily_unavailable',
    message: 'too many clients were registered from this network',
  },
  registration_changes: {
    window: HOUR,
    most: { subject: 20, address: 100, network: 300 },
    code: 'temporarily_unavailable',
    message: 'too many changes of clients that registered themselves',
  },
  // Services hold an entry of each, which no wider one covers.
  application_deletions: {
    window: DAY,
    most: { subject: 100 },
    code: null,
    message: 'too many of your applications were deleted today',
  },
  pushed_requests: { ...STRANGERS, message: 'too many authorization requests were pushed from this network' },
  device_codes: { ...STRANGERS, message: 'too many device codes were requested from this network' },
  document_fetches: {
    ...STRANGERS,
    message: 'too many requests from this network named unknown client ID metadata documents',
  },
  sign_in_demands: {
    ...STRANGERS,
    message: 'too many authorization requests from this network demanded a new sign-in',
  },
  // An office shares an address; who is signed in is counted by account.
  sign_in_requests: {
    window: QUARTER,
    most: { subject: 200, address: 600, network: 1_800 },
    code: 'temporarily_unavailable',
    message: 'too many sign-ins were started from this network',
  },
  signature_failures: {
    window: QUARTER,
    most: { 'subject and address': 30, address: 100, network: 300 },
    code: 'temporarily_unavailable',
    message: 'too many bad client signatures came from this network',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

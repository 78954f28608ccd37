import type { Settings, SignInSetting } from './settings';
import { type InsecureHosts, serviceUrlProblem, urlProblem } from './url-setting';

type Complain = (name: string, problem: string) => void;

interface Texts {
  url: string | undefined;
  issuer: string | undefined;
  profileUrl: string | undefined;
  /** Seconds. */
  confirm: number;
}

/** Reads `SIGN_IN_URL` and what belongs to it; `null` without one. */
export function readSignIn(
  { url, issuer, profileUrl, confirm }: Texts,
  { authUrl, issuers, insecureHosts }: { authUrl: string; issuers: readonly string[]; insecureHosts: InsecureHosts },
  complain: Complain,
): SignInSetting | null {
  if (url === undefined) {
    for (const [name, value] of [['SIGN_IN_ISSUER', issuer] as const, ['SIGN_IN_PROFILE_URL', profileUrl] as const])
      if (value !== undefined) complain(name, 'needs SIGN_IN_URL too');
    return null;
  }
  const problem =
    serviceUrlProblem(url, insecureHosts) ??
    (url === authUrl ? 'must differ from AUTH_URL: it is a URL of your app' : null);
  if (problem !== null) complain('SIGN_IN_URL', problem);
  if (issuer !== undefined && issuer !== url && !issuers.includes(issuer))
    complain('SIGN_IN_ISSUER', 'must be SIGN_IN_URL or an issuer of TRUSTED_ISSUERS, whose accounts it then keeps');
  const profileProblem = profileUrl === undefined ? null : urlProblem(profileUrl, insecureHosts);
  if (profileProblem !== null) complain('SIGN_IN_PROFILE_URL', profileProblem);
  return Object.freeze({ url, issuer: issuer ?? url, profileUrl: profileUrl ?? null, confirm });
}

type Accounts = Issuers & Pick<Settings, 'subject' | 'passwords' | 'signUpOpen'>;

/** What is wrong with settings beside one another. @returns the setting and its problem. */
export function* accountProblems({ subject, passwords, signUpOpen, ...others }: Accounts): Generator<[string, string]> {
  const issuers = otherIssuers(others);
  // Two issuers may give one id to two people.
  if (subject === 'theirs' && issuers.length !== 1)
    yield [
      'SUBJECT',
      `is "theirs": it needs one issuer of accounts, SIGN_IN_URL, a provider or one in TRUSTED_ISSUERS, and there are ${issuers.length}`,
    ];
  if (passwords) return;
  if (doorIssuers(others).length === 0)
    yield ['PASSWORDS', 'is "off": it needs SIGN_IN_URL or SIGN_IN_PROVIDERS_FILE, or nobody could sign in'];
  if (signUpOpen) yield ['SIGN_UP', 'must not be "open" if PASSWORDS is "off": a sign-up needs a password'];
}

type Issuers = Pick<Settings, 'trustedIssuers' | 'signIn' | 'signInProviders'>;

/** The issuers whose accounts are not kept here. */
export const otherIssuers = ({ trustedIssuers, ...doors }: Issuers): string[] => [
  ...new Set([...trustedIssuers.map(({ issuer }) => issuer), ...doorIssuers(doors)]),
];

/** Those of them whose accounts sign in by our pages. */
export const doorIssuers = ({ signIn, signInProviders }: Omit<Issuers, 'trustedIssuers'>): string[] => [
  ...(signIn === null ? [] : [signIn.issuer]),
  ...signInProviders.map(({ issuer }) => issuer),
];

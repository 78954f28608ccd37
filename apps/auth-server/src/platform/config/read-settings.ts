import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { LONGEST_RETRY_WINDOW } from '../../protocol/token/refresh-rotation';
import type { Resource } from '../../protocol/request/scope';
import { isLoopbackUrl } from '../../protocol/text/loopback';
import { readBrand } from './brand-setting';
import { DEFAULT_DATA_DIR } from './data-dir';
import { readDatabase } from './database-setting';
import type { Complain } from './json-setting';
import { type KeyTimes, keyTimeProblems } from './key-times';
import { type MailSetting, readMailSetting } from './mail-setting';
import { readResources } from './resources-setting';
import { NOTES } from './notes-resource';
import { placeOnHost } from './place-on-host';
import { profileSettingProblems } from './profile-settings';
import { readProviders } from './providers-setting';
import { readSettingFile } from './setting-file';
import { SettingsError } from './settings-error';
import {
  type ClaimsSource,
  DEVELOPERS,
  type DatabaseSettings,
  REGISTRATION_MODES,
  REVOCATION_FEEDS,
  SECURITY_PROFILES,
  SIGNING_ALGORITHMS,
  SUBJECTS,
  type Settings,
  type SigningAlgorithm,
  type TrustedIssuer,
} from './settings';
import { accountProblems, readSignIn } from './sign-in-setting';
import { readTrustedIssuers } from './trusted-issuers-setting';
import { proxyProblem } from './trusted-proxies';
import { originProblem, privateUseSchemeProblem, quoted, serviceUrlProblem } from './url-setting';
import { isUrl } from '../../protocol/text/is-url';

type Environment = Record<string, string | undefined>;

const LONGEST_TTL = 10 * 365 * 86_400;
const MOST_CONNECTIONS = 1_000_000;
const MOST_REGISTRATIONS = 1_000_000;
/** Seconds: a week. */
const LONGEST_STALE = 604_800;

/**
 * Reads the settings out of an environment. An empty variable is an unset one.
 *
 * @throws SettingsError naming every wrong setting at once.
 */
export function readSettings(environment: Environment): Settings {
  const reader = new SettingsReader(environment);
  const settings = reader.read();
  for (const [name, problem] of [...profileSettingProblems(settings), ...accountProblems(settings)])
    reader.complain(name, problem);
  if (reader.problems.length > 0) throw new SettingsError(reader.problems);
  return Object.freeze({ ...settings, ttl: Object.freeze(settings.ttl) });
}

class SettingsReader {
  readonly problems: string[] = [];

  constructor(private readonly environment: Environment) {}

  read(): Settings {
    const issuer = this.url('AUTH_URL', 'http://localhost:3000');
    const usable = new URL(isUrl(issuer) ? issuer : 'http://localhost:3000');
    const isLoopback = isLoopbackUrl(usable.href);
    const dataDir = resolve(this.text('DATA_DIR') ?? DEFAULT_DATA_DIR);
    const resources = this.resources(issuer);
    const consentUiUrl = this.consentUiUrl(issuer);
    const ttl = this.lifetimes();
    return {
      issuer,
      ...placeOnHost(usable),
      port: this.integer('PORT', defaultPort(usable), 65_535),
      host: this.host(),
      dataDir,
      database: this.database(dataDir),
      masterKey: this.masterKey('MASTER_KEY'),
      newMasterKey: this.masterKey('NEW_MASTER_KEY'),
      resources,
      resourcesFile: this.resourcesFile(),
      audiences: [...resources, { url: issuer, name: issuer, scopes: [] }],
      developers: this.oneOf('DEVELOPERS', DEVELOPERS, isLoopback ? 'all' : 'invited'),
      ...this.accounts(issuer, resources, isLoopback),
      corsOrigins: [...this.checkedList('CORS_ORIGINS', originProblem), ...consentOrigins(consentUiUrl, usable.origin)],
      trustedProxies: this.checkedList('TRUSTED_PROXIES', proxyProblem),
      connections: this.connections(),
      consentUiUrl,
      brand: readBrand(
        (name) => this.text(name),
        (name, problem) => this.complain(name, problem),
      ),
      mail: this.mail(usable.hostname),
      dpopNonce: this.oneOf('DPOP_NONCE', ['off', 'on'], 'off') === 'on',
      accessTokenAlg: this.oneOf<SigningAlgorithm>('ACCESS_TOKEN_ALG', SIGNING_ALGORITHMS, 'ES256'),
      dynamicRegistration: this.oneOf('DYNAMIC_REGISTRATION', REGISTRATION_MODES, 'off'),
      registrationLimit: this.integer('DYNAMIC_REGISTRATION_LIMIT', 20, MOST_REGISTRATIONS),
      privateUseSchemes: this.checkedList('PRIVATE_USE_SCHEMES', privateUseSchemeProblem),
      requirePkce: this.oneOf('REQUIRE_PKCE', ['off', 'on'], 'off') === 'on',
      securityProfile: this.oneOf('SECURITY_PROFILE', SECURITY_PROFILES, 'off') === 'fapi2' ? 'fapi2' : null,
      claimsSource: this.claimsSource(),
      claimsStale: this.integerOrNone('CLAIMS_STALE', 3_600, LONGEST_STALE),
      refreshRetryWindow: this.integerOrNone('REFRESH_RETRY_WINDOW', 0, LONGEST_RETRY_WINDOW),
      metadataDocuments: this.oneOf('CLIENT_ID_METADATA_DOCUMENTS', ['on', 'off'], 'on') === 'on',
      deviceGrantClients: this.oneOf('DEVICE_GRANT_CLIENTS', ['developers', 'all'], 'developers'),
      revocationFeed: this.oneOf('REVOCATION_FEED', REVOCATION_FEEDS, 'open'),
      eventsKept: this.integer('EVENTS_KEPT', 400, 36_500),
      keys: this.keyTimes(ttl.accessToken),
      ttl,
    };
  }

  private lifetimes(): Settings['ttl'] {
    return {
      session: this.integer('SESSION_TTL', 43_200, LONGEST_TTL),
      consentSession: this.integer('CONSENT_SESSION_TTL', 300, LONGEST_TTL),
      code: this.integer('CODE_TTL', 600, LONGEST_TTL),
      accessToken: this.integer('ACCESS_TOKEN_TTL', 1_209_600, LONGEST_TTL),
      refreshToken: this.integer('REFRESH_TOKEN_TTL', 7_776_000, LONGEST_TTL),
    };
  }

  private keyTimes(accessTokenTtl: number): KeyTimes {
    const times = {
      rotation: this.integer('KEY_ROTATION', 7_776_000, LONGEST_TTL),
      announce: this.integer('KEY_ANNOUNCE', 86_400, LONGEST_TTL),
      retire: this.integer('KEY_RETIRE', accessTokenTtl, LONGEST_TTL),
    };
    for (const [setting, problem] of keyTimeProblems(times, accessTokenTtl)) this.complain(setting, problem);
    return Object.freeze(times);
  }

  private text(name: string): string | undefined {
    const value = this.environment[name];
    return value === '' ? undefined : value;
  }

  complain(name: string, problem: string): void {
    this.problems.push(`${name} ${problem}`);
  }

  private url(name: string, fallback: string): string {
    const url = this.text(name) ?? fallback;
    const problem = serviceUrlProblem(url);
    if (problem !== null) this.complain(name, problem);
    return url;
  }

  private integer(name: string, fallback: number, most: number, alternative = ''): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= 1 && value <= most) return value;
    this.complain(name, `is ${quoted(text)}; it must be a whole number from 1 to ${most}${alternative}`);
    return fallback;
  }

  private integerOrNone(name: string, fallback: number, most: number): number {
    return this.text(name) === '0' ? 0 : this.integer(name, fallback, most, ' or 0');
  }

  private oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) this.complain(name, `is ${quoted(text)}; it must be one of ${values.join(', ')}`);
    return value ?? fallback;
  }

  private list(name: string): string[] {
    const text = this.text(name) ?? '';
    return text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }

  private checkedList(name: string, problemOf: (entry: string) => string | null): string[] {
    const entries = this.list(name);
    const problems = entries.map(problemOf).filter((problem) => problem !== null);
    for (const problem of problems) this.complain(name, problem);
    return entries;
  }

  private host(): string {
    const host = this.text('HOST') ?? '127.0.0.1';
    if (isIP(host) === 0 && !/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(host))
      this.complain('HOST', `is ${quoted(host)}; it must be an IP address or a host name`);
    return host;
  }

  private database(dataDir: string): DatabaseSettings {
    const poolSize = this.integer('DATABASE_POOL_SIZE', 10, 1_000);
    return readDatabase({ url: this.text('DATABASE_URL'), poolSize }, dataDir, (problem) =>
      this.complain('DATABASE_URL', problem),
    );
  }

  private masterKey(name: string): Buffer | null {
    const text = this.text(name);
    if (text === undefined) return null;
    const key = Buffer.from(text, 'base64url');
    if (!/^[A-Za-z0-9_-]{43}$/.test(text) || key.length !== 32)
      this.complain(name, 'must be 32 bytes in base64url: 43 characters of A-Z a-z 0-9 - _');
    return key;
  }

  private resources(issuer: string): readonly Resource[] {
    const baseUrl = this.url('BASE_URL', 'http://localhost:3001');
    const resources = this.fromFile('RESOURCES_FILE', (json, complain) => readResources(json, issuer, complain));
    if (resources !== null) return resources;
    if (baseUrl === issuer) this.complain('BASE_URL', 'must differ from AUTH_URL: a resource has its own URL');
    return [{ url: baseUrl, ...NOTES }];
  }

  private resourcesFile(): string | null {
    const file = this.text('RESOURCES_FILE');
    return file === undefined ? null : resolve(file);
  }

  private fromFile<Entry>(name: string, read: (json: string, complain: Complain) => Entry[]): Entry[] | null {
    return readSettingFile(this.text(name), read, (problem) => this.complain(name, problem));
  }

  private accounts(issuer: string, resources: readonly Resource[], isLoopback: boolean) {
    const trustedIssuers = this.trustedIssuers(issuer, resources);
    const subject = this.oneOf('SUBJECT', SUBJECTS, 'own');
    const signIn = this.signIn(issuer, trustedIssuers);
    const others = [issuer, ...(signIn === null ? [] : [signIn.issuer])];
    const signInProviders = this.fromFile('SIGN_IN_PROVIDERS_FILE', (json, complain) =>
      readProviders(json, others, complain),
    );
    const passwords = this.oneOf('PASSWORDS', ['on', 'off'], signIn === null ? 'on' : 'off') === 'on';
    const signUp = this.oneOf('SIGN_UP', ['open', 'closed'], isLoopback && passwords ? 'open' : 'closed');
    const signUpOpen = signUp === 'open';
    return { trustedIssuers, subject, signIn, signInProviders: signInProviders ?? [], passwords, signUpOpen };
  }

  private signIn(issuer: string, trustedIssuers: readonly TrustedIssuer[]): Settings['signIn'] {
    const texts = {
      url: this.text('SIGN_IN_URL'),
      issuer: this.text('SIGN_IN_ISSUER'),
      profileUrl: this.text('SIGN_IN_PROFILE_URL'),
    };
    const confirm = this.integer('SIGN_IN_CONFIRM', 300, LONGEST_TTL);
    const known = { authUrl: issuer, issuers: trustedIssuers.map((trusted) => trusted.issuer) };
    return readSignIn({ ...texts, confirm }, known, (name, problem) => this.complain(name, problem));
  }

  private trustedIssuers(issuer: string, resources: readonly Resource[]) {
    const text = this.text('TRUSTED_ISSUERS');
    if (text === undefined) return [];
    const own = { issuer, resourceUrls: resources.map(({ url }) => url) };
    return readTrustedIssuers(text, own, (problem) => this.complain('TRUSTED_ISSUERS', problem));
  }

  private claimsSource(): ClaimsSource | null {
    const [path, url] = [this.text('CLAIMS_FILE'), this.text('CLAIMS_URL')];
    if (path !== undefined && url !== undefined) this.complain('CLAIMS_URL', 'must not stand beside CLAIMS_FILE');
    if (path !== undefined) return { kind: 'file', path: resolve(path) };
    if (url === undefined) return null;
    const problem = serviceUrlProblem(url, { query: true });
    if (problem !== null) this.complain('CLAIMS_URL', problem);
    return { kind: 'url', url };
  }

  private mail(host: string): MailSetting | null {
    const texts = { url: this.text('MAIL_URL'), from: this.text('MAIL_FROM') };
    return readMailSetting(texts, host, (name, problem) => this.complain(name, problem));
  }

  private connections(): Settings['connections'] {
    return Object.freeze({
      most: this.integer('MAX_CONNECTIONS', 4_096, MOST_CONNECTIONS),
      perAddress: this.integer('MAX_CONNECTIONS_PER_ADDRESS', 100, MOST_CONNECTIONS),
      loopbackCounts: this.text('MAX_CONNECTIONS_PER_ADDRESS') !== undefined,
    });
  }

  private consentUiUrl(issuer: string): string | null {
    const url = this.text('CONSENT_UI_URL');
    if (url === undefined) return `${issuer}/consent`;
    const problem = url === 'off' ? null : serviceUrlProblem(url, { query: true });
    if (problem === null) return url === 'off' ? null : url;
    this.complain('CONSENT_UI_URL', problem);
    return null;
  }
}

/** Our own page needs no CORS. */
function consentOrigins(consentUiUrl: string | null, own: string): string[] {
  const origin = consentUiUrl !== null && isUrl(consentUiUrl) ? new URL(consentUiUrl).origin : own;
  return origin === own ? [] : [origin];
}

const defaultPort = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80);

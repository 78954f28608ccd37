import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Resource } from '../../protocol/request/scope';
import { isLoopbackUrl } from '../../protocol/text/loopback';
import { type Brand, readBrand } from './brand-setting';
import { consentOrigins, readConsentUi } from './consent-setting';
import { DEFAULT_DATA_DIR } from './data-dir';
import { readDatabase } from './database-setting';
import { DESCRIBED } from './described/described-settings';
import { type KeyTimes, keyTimeProblems } from './key-times';
import { type MailSetting, readMailSetting } from './mail-setting';
import { readResources } from './resources-setting';
import { NOTES } from './notes-resource';
import { placeOnHost } from './place-on-host';
import { profileSettingProblems } from './profile-settings';
import { readProviders } from './providers-setting';
import { SettingsError } from './settings-error';
import type { ClaimsSource, DatabaseSettings, Settings, TrustedIssuer } from './settings';
import { accountProblems, readSignIn } from './sign-in-setting';
import { readTrustedIssuers } from './trusted-issuers-setting';
import { proxyProblem } from './trusted-proxies';
import { type InsecureHosts, insecureHostProblem, originProblem, privateUseSchemeProblem } from './url-setting';
import { quoted, serviceUrlProblem } from './url-setting';
import { type Environment, Variables } from './variables';
import { isUrl } from '../../protocol/text/is-url';

/**
 * Reads the settings out of an environment. An empty variable is an unset one.
 *
 * @throws SettingsError naming every wrong setting at once.
 */
export function readSettings(environment: Environment): Settings {
  const variables = new Variables(environment);
  const settings = new SettingsReader(variables).read();
  for (const [name, problem] of [...profileSettingProblems(settings), ...accountProblems(settings)])
    variables.complain(name, problem);
  if (variables.problems.length > 0) throw new SettingsError(variables.problems);
  return Object.freeze({ ...settings, ttl: Object.freeze(settings.ttl), misspelt: variables.misspelt() });
}

class SettingsReader {
  private readonly insecureHosts: InsecureHosts;

  constructor(private readonly variables: Variables) {
    this.insecureHosts = variables.checkedList('INSECURE_HOSTS', insecureHostProblem, /[\s,]+/);
  }

  read(): Omit<Settings, 'misspelt'> {
    const issuer = this.variables.url('AUTH_URL', this.insecureHosts);
    const usable = new URL(isUrl(issuer) ? issuer : DESCRIBED.AUTH_URL.default);
    const isLoopback = isLoopbackUrl(usable.href);
    const dataDir = resolve(this.variables.text('DATA_DIR') ?? DEFAULT_DATA_DIR);
    const resources = this.resources(issuer);
    const consentUiUrl = this.consentUiUrl(issuer);
    const ttl = this.lifetimes();
    return {
      issuer,
      ...placeOnHost(usable),
      port: this.variables.integerOr('PORT', defaultPort(usable)),
      host: this.host(),
      dataDir,
      database: this.database(dataDir),
      masterKey: this.masterKey('MASTER_KEY'),
      newMasterKey: this.masterKey('NEW_MASTER_KEY'),
      insecureHosts: this.insecureHosts,
      resources,
      resourcesFile: this.resourcesFile(),
      audiences: [...resources, { url: issuer, name: issuer, scopes: [] }],
      developers: this.variables.oneOfOr('DEVELOPERS', isLoopback ? 'all' : 'invited'),
      ...this.accounts(issuer, resources, isLoopback),
      corsOrigins: this.corsOrigins(consentUiUrl, usable.origin),
      trustedProxies: this.variables.checkedList('TRUSTED_PROXIES', proxyProblem),
      connections: this.connections(),
      consentUiUrl,
      brand: this.brand(),
      mail: this.mail(usable.hostname),
      dpopNonce: this.variables.oneOf('DPOP_NONCE') === 'on',
      accessTokenAlg: this.variables.oneOf('ACCESS_TOKEN_ALG'),
      dynamicRegistration: this.variables.oneOf('DYNAMIC_REGISTRATION'),
      registrationLimit: this.variables.integer('DYNAMIC_REGISTRATION_LIMIT'),
      privateUseSchemes: this.variables.checkedList('PRIVATE_USE_SCHEMES', privateUseSchemeProblem),
      requirePkce: this.variables.oneOf('REQUIRE_PKCE') === 'on',
      securityProfile: this.variables.oneOf('SECURITY_PROFILE') === 'fapi2' ? 'fapi2' : null,
      claimsSource: this.claimsSource(),
      claimsStale: this.variables.integer('CLAIMS_STALE'),
      refreshRetryWindow: this.variables.integer('REFRESH_RETRY_WINDOW'),
      metadataDocuments: this.variables.oneOf('CLIENT_ID_METADATA_DOCUMENTS') === 'on',
      deviceGrantClients: this.variables.oneOf('DEVICE_GRANT_CLIENTS'),
      revocationFeed: this.variables.oneOf('REVOCATION_FEED'),
      eventsKept: this.variables.integer('EVENTS_KEPT'),
      keys: this.keyTimes(ttl.accessToken),
      ttl,
    };
  }

  private lifetimes(): Settings['ttl'] {
    return {
      session: this.variables.integer('SESSION_TTL'),
      consentSession: this.variables.integer('CONSENT_SESSION_TTL'),
      code: this.variables.integer('CODE_TTL'),
      accessToken: this.variables.integer('ACCESS_TOKEN_TTL'),
      refreshToken: this.variables.integer('REFRESH_TOKEN_TTL'),
    };
  }

  private keyTimes(accessTokenTtl: number): KeyTimes {
    const times = {
      rotation: this.variables.integer('KEY_ROTATION'),
      announce: this.variables.integer('KEY_ANNOUNCE'),
      retire: this.variables.integerOr('KEY_RETIRE', accessTokenTtl),
    };
    for (const [setting, problem] of keyTimeProblems(times, accessTokenTtl)) this.variables.complain(setting, problem);
    return Object.freeze(times);
  }

  private host(): string {
    const host = this.variables.text('HOST') ?? DESCRIBED.HOST.default;
    if (isIP(host) === 0 && !/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(host))
      this.variables.complain('HOST', `is ${quoted(host)}; it must be an IP address or a host name`);
    return host;
  }

  private database(dataDir: string): DatabaseSettings {
    const poolSize = this.variables.integer('DATABASE_POOL_SIZE');
    const { text: url, complain } = this.variables.secret('DATABASE_URL');
    return readDatabase({ url, poolSize }, dataDir, complain);
  }

  private masterKey(name: 'MASTER_KEY' | 'NEW_MASTER_KEY'): Buffer | null {
    const { text, complain } = this.variables.secret(name);
    if (text === undefined) return null;
    const key = Buffer.from(text, 'base64url');
    if (!/^[A-Za-z0-9_-]{43}$/.test(text) || key.length !== 32)
      complain('must be 32 bytes in base64url: 43 characters of A-Z a-z 0-9 - _');
    return key;
  }

  private resources(issuer: string): readonly Resource[] {
    const baseUrl = this.variables.url('BASE_URL', this.insecureHosts);
    const own = { issuer, insecureHosts: this.insecureHosts };
    const resources = this.variables.fromFile('RESOURCES_FILE', (json, complain) => readResources(json, own, complain));
    if (resources !== null) return resources;
    if (baseUrl === issuer)
      this.variables.complain('BASE_URL', 'must differ from AUTH_URL: a resource has its own URL');
    return [{ url: baseUrl, ...NOTES }];
  }

  private resourcesFile(): string | null {
    const file = this.variables.text('RESOURCES_FILE');
    return file === undefined ? null : resolve(file);
  }

  private accounts(issuer: string, resources: readonly Resource[], isLoopback: boolean) {
    const trustedIssuers = this.trustedIssuers(issuer, resources);
    const subject = this.variables.oneOf('SUBJECT');
    const signIn = this.signIn(issuer, trustedIssuers);
    const others = [issuer, ...(signIn === null ? [] : [signIn.issuer])];
    const signInProviders = this.variables.fromFile('SIGN_IN_PROVIDERS_FILE', (json, complain) =>
      readProviders(json, { others, insecureHosts: this.insecureHosts }, complain),
    );
    const passwords = this.variables.oneOfOr('PASSWORDS', signIn === null ? 'on' : 'off') === 'on';
    const signUp = this.variables.oneOfOr('SIGN_UP', isLoopback && passwords ? 'open' : 'closed');
    const signUpOpen = signUp === 'open';
    return { trustedIssuers, subject, signIn, signInProviders: signInProviders ?? [], passwords, signUpOpen };
  }

  private signIn(issuer: string, trustedIssuers: readonly TrustedIssuer[]): Settings['signIn'] {
    const texts = {
      url: this.variables.text('SIGN_IN_URL'),
      issuer: this.variables.text('SIGN_IN_ISSUER'),
      profileUrl: this.variables.text('SIGN_IN_PROFILE_URL'),
    };
    const confirm = this.variables.integer('SIGN_IN_CONFIRM');
    const { insecureHosts } = this;
    const known = { authUrl: issuer, issuers: trustedIssuers.map((trusted) => trusted.issuer), insecureHosts };
    return readSignIn({ ...texts, confirm }, known, (name, problem) => this.variables.complain(name, problem));
  }

  private trustedIssuers(issuer: string, resources: readonly Resource[]) {
    const text = this.variables.text('TRUSTED_ISSUERS');
    if (text === undefined) return [];
    const own = { issuer, resourceUrls: resources.map(({ url }) => url), insecureHosts: this.insecureHosts };
    return readTrustedIssuers(text, own, (problem) => this.variables.complain('TRUSTED_ISSUERS', problem));
  }

  private claimsSource(): ClaimsSource | null {
    const [path, url] = [this.variables.text('CLAIMS_FILE'), this.variables.text('CLAIMS_URL')];
    if (path !== undefined && url !== undefined)
      this.variables.complain('CLAIMS_URL', 'must not be set together with CLAIMS_FILE');
    if (path !== undefined) return { kind: 'file', path: resolve(path) };
    if (url === undefined) return null;
    const problem = serviceUrlProblem(url, this.insecureHosts, { query: true });
    if (problem !== null) this.variables.complain('CLAIMS_URL', problem);
    return { kind: 'url', url };
  }

  private mail(host: string): MailSetting | null {
    const url = this.variables.secret('MAIL_URL');
    const texts = { url: url.text, from: this.variables.text('MAIL_FROM') };
    return readMailSetting(texts, host, (name, problem) =>
      name === 'MAIL_URL' ? url.complain(problem) : this.variables.complain(name, problem),
    );
  }

  private corsOrigins(consentUiUrl: string | null, own: string): string[] {
    return [...this.variables.checkedList('CORS_ORIGINS', originProblem), ...consentOrigins(consentUiUrl, own)];
  }

  private consentUiUrl(issuer: string): string | null {
    const own = { issuer, insecureHosts: this.insecureHosts };
    const url = this.variables.text('CONSENT_UI_URL');
    return readConsentUi(url, own, (problem) => this.variables.complain('CONSENT_UI_URL', problem));
  }

  private brand(): Brand {
    const logoShowsName = this.variables.oneOf('BRAND_LOGO_SHOWS_NAME') === 'on';
    return readBrand(
      { text: (name) => this.variables.text(name), logoShowsName, insecureHosts: this.insecureHosts },
      (name, problem) => this.variables.complain(name, problem),
    );
  }

  private connections(): Settings['connections'] {
    return Object.freeze({
      most: this.variables.integer('MAX_CONNECTIONS'),
      perAddress: this.variables.integer('MAX_CONNECTIONS_PER_ADDRESS'),
      loopbackCounts: this.variables.text('MAX_CONNECTIONS_PER_ADDRESS') !== undefined,
    });
  }
}

const defaultPort = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80);

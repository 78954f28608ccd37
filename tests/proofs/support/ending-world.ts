import { CODE_AND_REFRESH, TOKEN_EXCHANGE, registerAllowed } from '@consentry/test-support/world/allowed';
import { basicOf } from '@consentry/test-support/world/devices';
import { runKeys } from '@consentry/test-support/server/keys-command';
import type { ServiceProcess } from '@consentry/test-support/server/processes';
import type { Random } from '@consentry/test-support/world/random';
import {
  type Account,
  type Answer,
  type Application,
  type Tokens,
  call,
  exchange,
  obtainCode,
  refresh,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

/** An access token, and the application that may introspect it. */
export interface Issued {
  text: string;
  application: Application;
}

interface Family {
  account: Account;
  application: Application;
  code: string;
  /** Refresh tokens, the newest last. */
  refreshTokens: string[];
}

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const SCOPES = ['notes:read', 'notes:read notes:write', 'openid notes:read', 'openid offline_access notes:write'];

/** Accounts and applications whose tokens begin and end in every way, on several processes of one server. */
export class EndingWorld {
  /** Every access token that was ever issued. */
  readonly issued: Issued[] = [];
  private readonly families: Family[] = [];
  private readonly accounts: Account[] = [];
  private readonly applications: Application[] = [];
  private developer!: Account;

  private constructor(
    private readonly servers: readonly ServiceProcess[],
    private readonly random: Random,
  ) {}

  static async begin(servers: readonly ServiceProcess[], random: Random): Promise<EndingWorld> {
    const world = new EndingWorld(servers, random);
    world.developer = await signUp(world.server());
    for (let count = 0; count < 3; count += 1) {
      world.accounts.push(await signUp(world.server()));
      world.applications.push(await world.newApplication());
    }
    for (let count = 0; count < 4; count += 1) await world.consent();
    return world;
  }

  private readonly server = () => this.random.pick(this.servers);

  private newApplication = () =>
    registerAllowed(this.servers[0]!.process, this.developer, {
      grantTypes: [...CODE_AND_REFRESH, TOKEN_EXCHANGE, 'client_credentials'],
      ownScopes: ['notes:read'],
    });

  /** What may happen; the more often listed, the likelier. */
  private readonly actions: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 10 }, () => () => this.consent()),
    ...Array.from({ length: 6 }, () => () => this.rotate()),
    ...Array.from({ length: 4 }, () => () => this.exchangeToken()),
    ...Array.from({ length: 2 }, () => () => this.ownToken()),
    () => this.replayRefreshToken(),
    () => this.replayCode(),
    () => this.revoke('refresh'),
    () => this.revoke('access'),
    () => this.takeGrantBack(),
    () => this.takeGrantBackAndApproveAgain(),
    () => this.narrow(),
    () => this.signOut(),
    () => this.changePassword(),
    () => this.switchOffAndOn(),
    () => this.deleteApplication(),
    () => this.closeAccount(),
    () => this.announceKeyCompromised(),
  ];

  /** Does something at random; what has ended meanwhile may refuse it, never with 5xx. */
  act = () => this.random.pick(this.actions)();

  /** Whether the auth server calls a token active, for the application that it was issued to. */
  async introspect({ text, application }: Issued): Promise<boolean> {
    const body = new URLSearchParams({ token: text });
    const answer = await call('POST', `${this.server().url}/oauth2/introspect`, {
      headers: basicOf(application),
      body,
    });
    // A disabled or deleted application is refused, and so are its tokens.
    if (answer.status === 401) return false;
    if (answer.status !== 200) throw new Error(`introspection: ${answer.status} ${answer.text}`);
    return answer.body['active'] === true;
  }

  private keep(application: Application, { status, body, text }: Answer<Partial<Tokens>>): Partial<Tokens> | undefined {
    if (status >= 500) throw new Error(`${status} ${text}`);
    if (status !== 200 || body.access_token === undefined) return undefined;
    this.issued.push({ text: body.access_token, application });
    return body;
  }

  private async consent(account = this.random.pick(this.accounts), application = this.random.pick(this.applications)) {
    const scope = this.random.pick(SCOPES);
    const code = await obtainCode(this.server(), account, application, { scope }).catch(() => undefined);
    if (code === undefined) return;
    const tokens = this.keep(application, await exchange(this.server(), application, code));
    if (tokens?.refresh_token === undefined) return;
    this.families.push({ account, application, code, refreshTokens: [tokens.refresh_token] });
  }

  private async rotate(): Promise<void> {
    const family = this.random.pick(this.families);
    const tokens = this.keep(family.application, await refresh(this.server(), family.refreshTokens.at(-1)!));
    if (tokens?.refresh_token !== undefined) family.refreshTokens.push(tokens.refresh_token);
  }

  private post(application: Application, parameters: Record<string, string>) {
    const request = { headers: basicOf(application), body: new URLSearchParams(parameters) };
    return call<Partial<Tokens>>('POST', `${this.server().url}/oauth2/token`, request);
  }

  private async exchangeToken(): Promise<void> {
    const [subject, application] = [this.random.pick(this.issued), this.random.pick(this.applications)];
    const parameters = { grant_type: TOKEN_EXCHANGE, subject_token: subject.text, subject_token_type: ACCESS_TOKEN };
    this.keep(application, await this.post(application, parameters));
  }

  private async ownToken(): Promise<void> {
    const application = this.random.pick(this.applications);
    this.keep(application, await this.post(application, { grant_type: 'client_credentials' }));
  }

  private replayRefreshToken = () => refresh(this.server(), this.random.pick(this.families).refreshTokens[0]!);

  private async replayCode(): Promise<void> {
    const { application, code } = this.random.pick(this.families);
    await exchange(this.server(), application, code);
  }

  private async revoke(kind: 'refresh' | 'access'): Promise<void> {
    const family = this.random.pick(this.families);
    const issued = this.random.pick(this.issued);
    const application = kind === 'refresh' ? family.application : issued.application;
    const token = kind === 'refresh' ? family.refreshTokens.at(-1)! : issued.text;
    const request = { headers: basicOf(application), body: new URLSearchParams({ token }) };
    await call('POST', `${this.server().url}/oauth2/revoke`, request);
  }

  private async grantsOf(account: Account): Promise<{ id: string; client: { client_id: string } }[]> {
    const { body } = await call('GET', `${this.server().url}/api/grants`, { headers: account.session });
    return (body?.['items'] as { id: string; client: { client_id: string } }[] | undefined) ?? [];
  }

  private async takeGrantBack(): Promise<void> {
    const account = this.random.pick(this.accounts);
    const [grant] = await this.grantsOf(account);
    if (grant) await call('DELETE', `${this.server().url}/api/grants/${grant.id}`, { headers: account.session });
  }

  private async takeGrantBackAndApproveAgain(): Promise<void> {
    const account = this.random.pick(this.accounts);
    const [grant] = await this.grantsOf(account);
    const application = this.applications.find(({ client_id }) => client_id === grant?.client.client_id);
    if (grant === undefined || application === undefined) return;
    const code = obtainCode(this.server(), account, application, { scope: 'notes:read' }).catch(() => undefined);
    await call('DELETE', `${this.server().url}/api/grants/${grant.id}`, { headers: account.session });
    await Promise.all([code, this.consent(account, application)]);
  }

  private async narrow(): Promise<void> {
    const account = this.random.pick(this.accounts);
    const grant = this.random.pick(await this.grantsOf(account));
    const request = { headers: account.session, body: { scopes: ['notes:read'] } };
    if (grant) await call('PATCH', `${this.server().url}/api/grants/${grant.id}`, request);
  }

  private async signOut(): Promise<void> {
    const account = this.random.pick(this.accounts);
    await call('DELETE', `${this.server().url}/api/session`, { headers: account.session });
    Object.assign(account, await signIn(this.server(), account).catch(() => ({})));
  }

  private async changePassword(): Promise<void> {
    const account = this.random.pick(this.accounts);
    const password = `${account.password}+`;
    const request = { headers: account.session, body: { password, current_password: account.password } };
    const { status } = await call('PATCH', `${this.server().url}/api/account`, request);
    if (status === 200) account.password = password;
  }

  /** Others meet the application while it is disabled. */
  private async switchOffAndOn(): Promise<void> {
    const { client_id } = this.random.pick(this.applications);
    for (const enabled of [false, true]) {
      const request = { headers: this.developer.session, body: { enabled } };
      await call('PATCH', `${this.server().url}/api/applications/${client_id}`, request);
      if (!enabled) await Promise.all([this.consent(), this.exchangeToken(), this.introspect(this.issued[0]!)]);
    }
  }

  private async deleteApplication(): Promise<void> {
    const application = this.random.pick(this.applications);
    this.applications[this.applications.indexOf(application)] = await this.newApplication();
    const request = { headers: this.developer.session };
    await call('DELETE', `${this.server().url}/api/applications/${application.client_id}`, request);
  }

  private async closeAccount(): Promise<void> {
    const account = this.random.pick(this.accounts);
    this.accounts[this.accounts.indexOf(account)] = await signUp(this.server());
    const request = { headers: account.session, body: { current_password: account.password } };
    await call('DELETE', `${this.server().url}/api/account`, request);
  }

  /** Seldom: it ends every access token. */
  private async announceKeyCompromised(): Promise<void> {
    if (this.random.next() < 0.8) return;
    const { exitCode, stderr } = await runKeys(this.servers[0]!.process, ['rotate', '--compromised']);
    if (exitCode !== 0) throw new Error(stderr);
  }
}

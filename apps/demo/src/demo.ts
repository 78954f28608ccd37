import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AuthApi } from './auth-api';
import { ChildService, type ServicePlan } from './child-service';
import type { DemoSettings, Environment } from './config/demo-settings';
import { serviceEnvironment } from './config/service-environment';
import { type Credentials, CredentialsFile } from './credentials';
import { DemoApp, type Listening } from './demo-app';
import { DemoClient } from './demo-client';
import { DemoError } from './demo-error';
import { enrol } from './enrolment';
import { OWN_LOGIN_MAIN, OwnLogin, settingsFor } from './own-login';
import { assertPortIsFree } from './port-probe';
import { writePrivateFile } from './private-file';
import { transcript } from './transcript';

const APPS = resolve(__dirname, '../..');

const PASSWORDS = { SIGN_UP: 'open' };

interface Started {
  application: Listening;
  credentials: Credentials;
}

/** The services, a demo application, and a transcript that uses them. */
export class Demo {
  private readonly services: ChildService[] = [];
  private application: DemoApp | undefined;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly settings: DemoSettings,
    private readonly env: Environment,
  ) {}

  get isStopping(): boolean {
    return this.stopped !== undefined;
  }

  /**
   * Starts everything.
   * @throws DemoError when a service does not start, with that service's message.
   */
  async start(): Promise<Started> {
    const { authUrl, baseUrl, callbackUrl, appUrl, dataDir } = this.settings;
    this.makeFolder();
    await assertPortIsFree('AUTH_URL', authUrl);
    await assertPortIsFree('BASE_URL', baseUrl);
    if (appUrl !== null) await assertPortIsFree('APP_URL', appUrl);
    // One after the other: if both would fail, only the first failure is reported.
    await this.launch('auth-server', authUrl, appUrl === null ? PASSWORDS : settingsFor(appUrl));
    await this.launch('notes-api', baseUrl);
    const credentials = appUrl === null ? await this.enrolByPassword() : await this.enrolByOwnLogin(appUrl);
    const client = new DemoClient(this.settings, credentials.application);
    const credentialsFile = join(dataDir, 'credentials.json');
    this.application = new DemoApp(callbackUrl, client, { authUrl, baseUrl, appUrl, credentialsFile });
    return { application: await this.application.listen(), credentials };
  }

  /** Settles when a service ends by itself, with the reason. */
  async firstEnd(): Promise<string> {
    return Promise.race(this.services.map((service) => service.ended));
  }

  /** Stops the services and waits until they have ended. */
  stop(): Promise<void> {
    this.application?.close();
    this.stopped ??= Promise.all(this.services.map((service) => service.stop())).then(() => undefined);
    return this.stopped;
  }

  /** Writes `transcript.sh` as well. */
  private async enrolByPassword(): Promise<Required<Credentials>> {
    const { authUrl, callbackUrl, dataDir } = this.settings;
    const file = new CredentialsFile(join(dataDir, 'credentials.json'));
    const credentials = await enrol(new AuthApi(authUrl), file, callbackUrl);
    const lines = transcript(this.settings, credentials);
    writePrivateFile(join(dataDir, 'transcript.sh'), `${lines.join('\n')}\n`);
    return credentials;
  }

  private async enrolByOwnLogin(appUrl: string): Promise<Required<Credentials>> {
    const { authUrl, callbackUrl, dataDir } = this.settings;
    const ownLogin = new OwnLogin(dataDir);
    const env = { ...ownLogin.environment(), APP_URL: appUrl };
    await this.launch('own-login', appUrl, env, { main: OWN_LOGIN_MAIN, probe: `${appUrl}/consentry/jwks.json` });
    return ownLogin.enrol(new AuthApi(authUrl), callbackUrl);
  }

  private async launch(name: string, url: string, more: Environment = {}, other: Partial<ServicePlan> = {}) {
    if (this.isStopping) return;
    const { authUrl, baseUrl, dataDir } = this.settings;
    const own = { AUTH_URL: authUrl, BASE_URL: baseUrl, DATA_DIR: join(dataDir, name), DEVELOPERS: 'all', ...more };
    const service = new ChildService({
      name,
      main: join(APPS, name, 'dist/main.js'),
      probe: `${url}/health/ready`,
      env: serviceEnvironment(this.env, url, own),
      logFile: join(dataDir, `${name}.log`),
      ...other,
    });
    this.services.push(service);
    await service.ready();
  }

  private makeFolder(): void {
    const { dataDir } = this.settings;
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      chmodSync(dataDir, 0o700);
    } catch (error) {
      throw new DemoError(`cannot make the folder ${dataDir}: ${(error as Error).message}`);
    }
  }
}

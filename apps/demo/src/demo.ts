import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AuthApi } from './auth-api';
import { ChildService } from './child-service';
import type { DemoSettings, Environment } from './config/demo-settings';
import { serviceEnvironment } from './config/service-environment';
import { type Credentials, CredentialsFile } from './credentials';
import { DemoError } from './demo-error';
import { enrol } from './enrolment';
import { assertNobodyAnswers } from './port-probe';

const APPS = resolve(__dirname, '../..');

/** Both services, and an account and an application to try them by. */
export class Demo {
  private readonly services: ChildService[] = [];
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly settings: DemoSettings,
    private readonly env: Environment,
  ) {}

  get isStopping(): boolean {
    return this.stopped !== undefined;
  }

  /** @throws DemoError when a service does not come up, in that service's words. */
  async start(): Promise<Required<Credentials>> {
    const { authUrl, baseUrl, dataDir } = this.settings;
    this.makeFolder();
    await assertNobodyAnswers('AUTH_URL', authUrl);
    await assertNobodyAnswers('BASE_URL', baseUrl);
    // One after the other, so that of two that fail the first reason is told alone.
    await this.launch('auth-server', authUrl);
    await this.launch('notes-api', baseUrl);
    return enrol(new AuthApi(authUrl), new CredentialsFile(join(dataDir, 'credentials.json')));
  }

  /** Settles when a service ends by itself, with how that came. */
  async firstEnd(): Promise<string> {
    return Promise.race(this.services.map((service) => service.ended));
  }

  /** Stops both and waits until they are gone. */
  stop(): Promise<void> {
    this.stopped ??= Promise.all(this.services.map((service) => service.stop())).then(() => undefined);
    return this.stopped;
  }

  private async launch(name: string, url: string): Promise<void> {
    if (this.isStopping) return;
    const { authUrl, baseUrl, dataDir } = this.settings;
    const own = {
      AUTH_URL: authUrl,
      BASE_URL: baseUrl,
      DATA_DIR: join(dataDir, name),
      SIGN_UP: 'open',
      DEVELOPERS: 'all',
    };
    const service = new ChildService({
      name,
      main: join(APPS, name, 'dist/main.js'),
      url,
      env: serviceEnvironment(this.env, url, own),
      logFile: join(dataDir, `${name}.log`),
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

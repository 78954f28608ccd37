import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AuthApi } from './auth-api';
import { ChildService } from './child-service';
import type { DemoSettings, Environment } from './config/demo-settings';
import { serviceEnvironment } from './config/service-environment';
import { CredentialsFile } from './credentials';
import { DemoApp, type Listening } from './demo-app';
import { DemoClient } from './demo-client';
import { DemoError } from './demo-error';
import { enrol } from './enrolment';
import { assertPortIsFree } from './port-probe';
import { writePrivateFile } from './private-file';
import { transcript } from './transcript';

const APPS = resolve(__dirname, '../..');

/** Both services, a demo application, and a transcript that uses them. */
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
   * Starts everything and writes `transcript.sh`.
   * @throws DemoError when a service does not start, with that service's message.
   */
  async start(): Promise<Listening> {
    const { authUrl, baseUrl, callbackUrl, dataDir } = this.settings;
    this.makeFolder();
    await assertPortIsFree('AUTH_URL', authUrl);
    await assertPortIsFree('BASE_URL', baseUrl);
    // One after the other: if both would fail, only the first failure is reported.
    await this.launch('auth-server', authUrl);
    await this.launch('notes-api', baseUrl);
    const credentialsFile = join(dataDir, 'credentials.json');
    const credentials = await enrol(new AuthApi(authUrl), new CredentialsFile(credentialsFile), callbackUrl);
    const lines = transcript(this.settings, credentials);
    writePrivateFile(join(dataDir, 'transcript.sh'), `${lines.join('\n')}\n`);
    const client = new DemoClient(this.settings, credentials.application);
    this.application = new DemoApp(callbackUrl, client, { authUrl, baseUrl, credentialsFile });
    return this.application.listen();
  }

  /** Settles when a service ends by itself, with the reason. */
  async firstEnd(): Promise<string> {
    return Promise.race(this.services.map((service) => service.ended));
  }

  /** Stops both services and waits until they have ended. */
  stop(): Promise<void> {
    this.application?.close();
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

import { TestServer } from '../server/server';
import { settingsOf } from './two-resources';
import { type Account, type Answer, type Application, call, query, register, signUp } from './world';

export const NOTES = 'https://notes.example.com';

const scope = (name: string) => ({ name, description: `Use ${name}` });
const RESOURCES = [
  { url: NOTES, name: 'Notes', scopes: [scope('notes:read'), scope('notes:write')] },
  { url: 'https://photos.example.com', name: 'Photos', scopes: [scope('photos:read')] },
];

/** A server with an introspecting application for each of two resources. */
export class IntrospectedServer {
  private constructor(
    readonly server: TestServer,
    readonly account: Account,
    readonly client: Application,
    readonly notesService: Application,
    readonly photosService: Application,
    private readonly env: Record<string, string>,
  ) {}

  static async start(): Promise<IntrospectedServer> {
    const env = settingsOf(RESOURCES);
    const first = await TestServer.start({ env });
    const account = await signUp(first);
    const [client, ...services] = [
      await register(first, account),
      await register(first, account),
      await register(first, account),
    ];
    await first.stop();
    const named = RESOURCES.map((it, at) => ({
      ...it,
      introspection_clients: [services[at]!.client_id],
      client_credentials_clients: '*',
    }));
    settingsOf(named, env.RESOURCES_FILE);
    const server = await TestServer.start({ env, dataDir: first.dataDir, port: first.port });
    return new IntrospectedServer(server, account, client, services[0], services[1], env);
  }

  restart = (more: Record<string, string> = {}) => this.server.restart({ ...this.env, ...more });

  send(parameters: Record<string, string | undefined>, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams(query(parameters));
    return call('POST', `${this.server.url}/oauth2/introspect`, { headers, body });
  }

  async ask(token: string, by: Application, headers: Record<string, string> = {}): Promise<Answer> {
    const { client_id, client_secret } = by;
    return this.send({ token, client_id, client_secret }, headers);
  }
}

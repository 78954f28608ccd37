import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { describeInstalled, runs } from '@consentry/test-support/run/installed';
import { CALLBACK, obtainCode } from '@consentry/test-support/world/world';

type Json = Record<string, unknown>;

const JARS = ['httpclient', 'httpcore', 'commons-logging', 'commons-codec'].map((jar) => `/usr/share/java/${jar}.jar`);
const isThere = runs('javac', '--version') && runs('ls', ...JARS);

/** Unmodified: their forms say that they are ISO-8859-1, which means nothing for this media type. */
describeInstalled('HTTP clients of Java', isThere, 'libhttpclient-java and a JDK', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  function start(client: string) {
    const source = join(__dirname, '../support/JavaClient.java');
    const child = spawn('java', ['-cp', JARS.join(':'), source, client], { stdio: ['pipe', 'pipe', 'pipe'] });
    let faults = '';
    child.stderr.on('data', (chunk) => (faults += String(chunk)));
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const { client_id, client_secret } = application;
    const post = async (path: string, form: Record<string, string>) => {
      const words = Object.entries({ ...form, client_id, client_secret }).flat();
      child.stdin.write(`${[server.url + path, ...words].join(' ')}\n`);
      const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
      if (done) throw new Error(faults);
      return { status: value.slice(0, 3), body: (value.length > 4 ? JSON.parse(value.slice(4)) : {}) as Json };
    };
    return { post, stop: () => child.kill() };
  }

  it.each([
    ['Apache HttpClient', 'apache'],
    ['java.net.http', 'jdk'],
  ])('%s exchanges a code, refreshes, introspects and revokes', async (_, client) => {
    const java = start(client);
    try {
      const code = await obtainCode(server, account, application);
      const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
      const exchanged = await java.post('/oauth2/token', grant);
      expect(exchanged).toMatchObject({ status: '200', body: { token_type: 'Bearer' } });
      const token = exchanged.body['refresh_token'] as string;
      const refreshed = await java.post('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token });
      const next = { token: refreshed.body['access_token'] as string };
      expect((await java.post('/oauth2/introspect', next)).body['active']).toBe(true);
      expect((await java.post('/oauth2/revoke', next)).status).toBe('200');
      expect((await java.post('/oauth2/introspect', next)).body['active']).toBe(false);
    } finally {
      java.stop();
    }
  });
});

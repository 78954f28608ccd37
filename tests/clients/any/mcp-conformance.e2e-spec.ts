import { setTimeout as wait } from 'node:timers/promises';
import { CLAUDE_CODE } from '@consentry/test-support/world/claude-code';
import { givenAccount, givenServer, givenSite } from '@consentry/test-support/server/given';
import { describeInstalled } from '@consentry/test-support/run/installed';
import { McpConformance } from '../support/mcp-conformance';
import { isRegistryThere } from '../support/npm-registry';
import { freePort } from '@consentry/test-support/server/ports';
import { registerItself } from '@consentry/test-support/world/registration';
import { visit } from '@consentry/test-support/browser/visit';
import { register } from '@consentry/test-support/world/world';

const RESOURCE = 'http://localhost:3001';

/** The program prints the address a little before it listens at its callback. */
async function statusOf(address: URL): Promise<number> {
  let answer: Response | null = null;
  while (answer === null) {
    answer = await fetch(address).catch(() => null);
    if (answer === null) await wait(50);
  }
  return answer.status;
}

/** It sends a secret only to servers without public clients, so its clients here are public. */
describeInstalled('@modelcontextprotocol/conformance', isRegistryThere(), "npm's registry", () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  const account = givenAccount(server);
  const site = givenSite();
  let conformance: McpConformance;
  beforeAll(async () => {
    conformance = await McpConformance.install();
  }, 600_000);
  afterAll(() => conformance.remove());

  const callback = 'http://127.0.0.1/callback';
  const clients: [string, () => Promise<{ client_id: string }> | { client_id: string }][] = [
    [
      'that a developer registered',
      () => register(server, account, { client_type: 'public', loopback_any_port: true, redirect_uris: [callback] }),
    ],
    [
      'that registered itself',
      () => registerItself(server, { token_endpoint_auth_method: 'none', redirect_uris: [callback] }),
    ],
    ['that a document describes', () => ({ client_id: site.serve('/claude-code', CLAUDE_CODE) })],
  ];

  it.each(clients)(
    'finds nothing wrong with this authorization server, by a client %s',
    async (_, newClient) => {
      const { client_id: clientId } = await newClient();
      for (const resource of [[], ['--resource', RESOURCE], ['--resource', `${RESOURCE}/`]]) {
        const port = String(await freePort());
        const parameters = ['--url', server.url, '--client-id', clientId, '--port', port, ...resource];
        const { code, output } = await conformance.judge(parameters, async (url) => {
          expect(await statusOf(await visit(server, account, url))).toBe(200);
        });
        expect([code, output]).toEqual([0, expect.stringContaining('Total: 3 passed, 0 failed')]);
      }
    },
    60_000,
  );
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { type ServiceProcess, startProcesses } from '@consentry/test-support/server/processes';
import { freshDir } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Tokens,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const NOTES = {
  url: 'http://localhost:3001',
  name: 'Notes',
  scopes: [{ name: 'notes:read', description: 'Read your notes' }],
  first_party_clients: '*',
};

/** Answers what stands in a file, and what the trusted issuer said as a group. */
const MODULE = `import { readFileSync } from 'node:fs';
export default ({ issuer_claims: { org } }) => {
  const roles = JSON.parse(readFileSync(new URL('roles.json', import.meta.url), 'utf8'));
  return { access_token: { roles, groups: [org] }, max_age: 300 };
};
`;

/** Epoch seconds. */
const IAT = Math.floor(Date.now() / 1000) - 600;

describe('claims of the team that another process has cached', () => {
  const folder = freshDir();
  let foreign: ForeignIssuer;
  let servers: ServiceProcess[];

  const setRoles = (...roles: string[]) => writeFileSync(join(folder, 'roles.json'), JSON.stringify(roles));

  beforeAll(async () => {
    foreign = await ForeignIssuer.start();
    writeFileSync(join(folder, 'claims.mjs'), MODULE);
    const trusted = [{ issuer: foreign.issuer, jwks_uri: foreign.jwksUri, claims: ['org'] }];
    const env = { CLAIMS_FILE: join(folder, 'claims.mjs'), TRUSTED_ISSUERS: JSON.stringify(trusted) };
    servers = await startProcesses(2, { env: { ...settingsOf([NOTES]), ...env } });
  });
  afterAll(() => Promise.all([foreign.stop(), ...servers.map(({ process }) => process.stop())]));

  it('are not used once one process was told that they changed', async () => {
    const [first, second] = servers as [ServiceProcess, ServiceProcess];
    const signedIn = async (claims: object) =>
      ({
        session: { authorization: `Bearer ${await foreign.mint({ aud: first.url, sub: 'ada', ...claims })}` },
      }) as unknown as Account;
    setRoles('admin');
    const application = await register(first, await signUp(first));
    const ada = await signedIn({ org: 'old', iat: IAT });
    let tokens: Tokens = await obtainTokens(first, ada, application, { scope: 'notes:read' });
    const refreshed = async (server: ServiceProcess) => {
      tokens = (await refresh(server, tokens.refresh_token)).body;
      const { roles, groups, org } = decodeJwt(tokens.access_token);
      return { roles, groups, org };
    };
    const before = { roles: ['admin'], groups: ['old'], org: 'old' };
    expect(await refreshed(second)).toEqual(before);
    setRoles('reader');
    for (const server of [second, first]) expect(await refreshed(server)).toEqual(before);

    const { session } = await signedIn({ org: 'new', iat: IAT + 1 });
    const told = await call('POST', `${first.url}/api/accounts/ada/claims-changed`, { headers: session });
    expect(told.status).toBe(204);
    for (const server of [second, first])
      expect(await refreshed(server)).toEqual({ roles: ['reader'], groups: ['new'], org: 'new' });
  });
});

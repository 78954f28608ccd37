import { type CheckedFinding, runChecks } from '../../../../apps/auth-server/src/commands/doctor/check';
import type { InsideFacts } from '../../../../apps/auth-server/src/commands/doctor/inside/inside-facts';
import { PROVIDER_CHECKS } from '../../../../apps/auth-server/src/commands/doctor/login/provider-checks';
import { gatherProviders } from '../../../../apps/auth-server/src/commands/doctor/login/provider-facts';
import { Prober } from '../../../../apps/auth-server/src/commands/doctor/prober';
import { systemClock } from '../../../../apps/auth-server/src/platform/config/clock';
import type { SignInProvider } from '../../../../apps/auth-server/src/platform/config/settings';
import { freePort } from '@consentry/test-support/server/ports';
import { OwnProvider } from '@consentry/test-support/world/own-provider';

const prober = new Prober(systemClock);

describe('consentry doctor, at providers', () => {
  let provider: OwnProvider;
  beforeAll(async () => void (provider = await OwnProvider.start()));
  afterAll(() => provider.stop());
  beforeEach(() => void provider.signIn());

  async function examine(...more: Partial<SignInProvider>[]): Promise<CheckedFinding> {
    const entry = { id: 'own', name: 'Own', issuer: provider.issuer, clientId: 'consentry', clientSecret: 'secret' };
    const providers = await gatherProviders(
      more.map((other) => ({ ...entry, ...other })),
      prober,
    );
    return runChecks(PROVIDER_CHECKS, { providers } as unknown as InsideFacts)[0]!;
  }

  it('has nothing to look at without one, and finds nothing wrong with one that says all', async () => {
    expect((await examine()).status).toBe('skipped');
    expect((await examine({})).status).toBe('ok');
    provider.metadata = { claims_supported: ['sub', 'auth_time'] };
    expect((await examine({})).status).toBe('ok');
  });

  it('names those that are away, call themselves otherwise, or do not tell when people signed in', async () => {
    const away = `http://127.0.0.1:${await freePort()}`;
    const other = `${provider.issuer}/`;
    const found = await examine({ id: 'away', issuer: away }, { id: 'slash', issuer: other }, {});
    expect(found).toMatchObject({ status: 'failure', cause: expect.stringMatching(/^away: .*ECONNREFUSED/) as string });
    expect(found.cause).toContain(`slash has the issuer "${provider.issuer}", not ${other}`);
    provider.metadata = { claims_supported: ['sub', 'email'] };
    expect(await examine({})).toMatchObject({
      status: 'warning',
      cause: expect.stringMatching(/^own may not say/) as string,
    });
    provider.nonsense = '<html>';
    expect((await examine({})).status).toBe('failure');
  });
});

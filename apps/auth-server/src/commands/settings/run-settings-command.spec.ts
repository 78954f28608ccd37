import { z } from 'zod';
import { systemClock } from '../../platform/config/clock';
import { DESCRIBED, SETTING_NAMES } from '../../platform/config/described/described-settings';
import type { Description } from '../../platform/config/described/description';
import { UsageError } from '../usage-error';
import { runSettingsCommand } from './run-settings-command';

const settings = async (...given: string[]) => {
  const [json, schema] = [given.includes('--json'), given.includes('--schema')];
  const words = given.filter((word) => !word.startsWith('--'));
  return await runSettingsCommand({}, systemClock, words, { ...(json && { json }), ...(schema && { schema }) });
};

const titlesIn = (text: string) => text.split('\n').filter((line) => /^[A-Z_]+$/.test(line));

describe('consentry settings', () => {
  it('lists all by subject, for a terminal of 80 columns', async () => {
    const text = await settings();
    const names = [...text.matchAll(/^ {2}([A-Z_]+)$/gm)].map(([, name]) => name);
    expect(names).toEqual(Object.keys(DESCRIBED));
    expect(text).toMatch(/^Addresses\n\n {2}AUTH_URL\n {4}The URL of the auth server/);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('says all of one, by its name or that of its file', async () => {
    const text = await settings('sign_up');
    expect(text).toMatch(
      /^SIGN_UP\n {2}Whether users can create accounts themselves\. With `closed` you create them by\n/,
    );
    expect(text).toContain('  default   open on loopback with passwords, else closed\n');
    expect(text).toContain('  values    open, closed\n  example   SIGN_UP=closed\n  since     0.1\n');
    expect(text).toMatch(/ {2}more {6}\S*docs\/how-to\/bring-your-accounts\.md\n$/);
    expect(await settings('sign-up')).toBe(text);
    expect(await settings('MASTER_KEY_FILE')).toBe(await settings('MASTER_KEY'));
    expect(await settings('session_ttl')).toContain('  default   43200 (12 hours)\n');
  });

  it('finds those with a word in their names, else in their texts', async () => {
    expect(titlesIn(await settings('brand_logo'))).toEqual([
      'BRAND_LOGO_FILE',
      'BRAND_LOGO_DARK_FILE',
      'BRAND_LOGO_SHOWS_NAME',
    ]);
    expect(titlesIn(await settings('refresh', 'token'))).toEqual(['REFRESH_TOKEN_TTL']);
    expect(titlesIn(await settings('lifetime'))).toEqual(expect.arrayContaining(['ACCESS_TOKEN_TTL', 'SESSION_TTL']));
  });

  it.each([
    [['SIGNPU'], 'no setting has "SIGNPU" in its name or description; did you mean SIGN_UP?'],
    [['MASTERKY=hunter2'], 'no setting has "MASTERKY" in its name or description; did you mean MASTER_KEY?'],
    [['kubernetes'], 'no setting has "kubernetes" in its name or description; "consentry settings" lists all'],
    [['PORT', '--schema'], 'the schema has all settings: omit the word'],
  ])('refuses %j', async (given, problem) => {
    const refused = settings(...given);
    await expect(refused).rejects.toThrow(new UsageError(problem));
    await expect(refused).rejects.toBeInstanceOf(UsageError);
  });

  it('prints them for programs', async () => {
    const all = JSON.parse(await settings('--json')) as { name: string; file: string | null }[];
    expect(all.flatMap(({ name, file }) => (file === null ? [name] : [name, file]))).toEqual([...SETTING_NAMES]);
    const [one] = JSON.parse(await settings('port', '--json')) as object[];
    expect(one).toMatchObject({ name: 'PORT', subject: 'Addresses', values: '1 to 65,535', example: 'PORT=3000' });
  });
});

describe('the schema for editors', () => {
  const read = async () => JSON.parse(await settings('--schema')) as { definitions: { environment: object } };

  /** By zod, which looks at the properties of objects alone. */
  async function problemsWith(environment: object) {
    const schema = { ...(await read()).definitions.environment, type: 'object' } as const;
    return z.fromJSONSchema(schema).safeParse(environment).error?.issues ?? [];
  }

  it('is of each variable, where Compose files and ConfigMaps have them', async () => {
    const { definitions, ...schema } = await read();
    expect(Object.keys((definitions.environment as { properties: object }).properties)).toEqual([...SETTING_NAMES]);
    const environment = { $ref: '#/definitions/environment' };
    expect(schema).toMatchObject({
      properties: { services: { additionalProperties: { properties: { environment } } }, data: environment },
      patternProperties: { '^x-': { allOf: [environment, { properties: { environment } }] } },
    });
  });

  it('takes the example of each setting', async () => {
    const examples = Object.entries<Description>(DESCRIBED).map(([name, { example }]) => [name, example] as const);
    expect(await problemsWith(Object.fromEntries(examples))).toEqual([]);
  });

  it.each([
    ['a word that is none of it', { SIGN_UP: 'maybe' }],
    ['a number too large', { PORT: 99_999 }],
    ['a text for a number', { SESSION_TTL: '1h' }],
  ])('refuses %s', async (_, environment) => expect(await problemsWith(environment)).toHaveLength(1));

  it('takes other variables, zero where it means something, and what Compose puts in', async () => {
    const given = { PGPASSWORD: 'x', CLAIMS_STALE: 0, PORT: '${PORT:-3000}', SIGN_UP: '${SIGN_UP}', HOST: '0.0.0.0' };
    expect(await problemsWith(given)).toEqual([]);
  });
});

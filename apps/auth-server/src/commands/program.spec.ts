import { systemClock } from '../platform/config/clock';
import { detour, issuerUrl, runLine } from './program';
import { UsageError } from './usage-error';

const run = (given: readonly string[], environment: NodeJS.ProcessEnv = {}) => runLine(given, environment, systemClock);

const ADA = 'ada@example.com';
const URL = 'https://a.example';

describe('the command line', () => {
  it('takes an issuer, with or without the slash of its empty path', () => {
    for (const url of ['https://auth.example.com', 'https://auth.example.com/'])
      expect(issuerUrl(url)).toBe('https://auth.example.com');
  });

  it.each([
    ['a.example:443:127.0.0.1:8443', { host: 'a.example', port: '443' }, { host: '127.0.0.1', port: 8443 }],
    ['::127.0.0.1:8443', { host: '', port: '' }, { host: '127.0.0.1', port: 8443 }],
    ['[::1]:443:[2001:db8::1]:8443', { host: '::1', port: '443' }, { host: '2001:db8::1', port: 8443 }],
  ])('--connect-to %s', (text, from, to) => {
    const before = { from, to: { host: 'b', port: 1 } };
    expect(detour(text, [before])).toEqual([before, { from, to }]);
  });

  it.each([
    [['physician'], "unknown command 'physician'; see consentry --help"],
    [['constructor'], "unknown command 'constructor'; see consentry --help"],
    [['--force'], "unknown option '--force'; see consentry --help"],
    [['account'], 'a command is missing; see consentry account --help'],
    [['account', 'list'], "unknown command 'list'; see consentry account --help"],
    [['account', 'add'], "missing required argument 'email'; see consentry account --help"],
    [['account', 'password', ADA, 'a secret'], 'too many arguments for'],
    [['account', 'remove', ADA, '--name', 'Ada'], "unknown option '--name'"],
    [['account', 'remove', ADA, '--remove'], "unknown option '--remove'"],
    [['keys', 'list', '--compromised'], "unknown option '--compromised'"],
    [['keys', 'rotate', 'now'], 'too many arguments for'],
    [['backup'], "missing required argument 'file'; see consentry backup --help"],
    [['backup', ''], 'the file has no name; see consentry backup --help'],
    [['restore', '--replaced', 'x'], '--replaced must be a URL of PostgreSQL, postgres://…; see'],
    [['migrate', 'now'], 'too many arguments for'],
    [['doctor'], "missing required argument 'url'"],
    [['doctor', URL, URL], 'too many arguments for'],
    [['doctor', 'https://a.example#b'], 'the URL must be http or https, without a user name'],
    [['doctor', 'https://user@a.example'], 'the URL must be http or https, without a user name'],
    [['doctor', 'https://a.example?b=c'], 'the issuer must have no query'],
    [['doctor', 'ftp://a.example'], 'the URL must be http or https, without a user name'],
    [['doctor', URL, '--connect-to', 'a.example:127.0.0.1:1'], '--connect-to must be <host>:<port>:<host>:<port>'],
    [['developer-docs', 'page.md'], 'too many arguments for'],
    [['developer-docs', '--out', ''], 'the file has no name; see consentry developer-docs --help'],
    [['mcp-doctor', 'x'], 'the URL must be http or https, without a user name'],
    [['settings', '--schema', '--json'], "option '--schema' cannot be used with option '--json'"],
  ])('refuses %j', async (given, problem) => {
    const refused = run(given);
    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(/; see consentry [a-z-]* ?--help$/);
  });

  it.each([
    [['restore', '--replaced', 'postgers://ada:SECRET@host/db']],
    [['restore', '--replaced=postgers://ada:SECRET@host/db']],
    [['restore', "--replacd=postgres://ada:SECRET'@host/db"]],
    [['restore', 'file', 'SECRET']],
    [['account', 'password', ADA, 'SECRET']],
    [['doctor', 'https://ada:SECRET@a.example']],
  ])('repeats no value, which may be a password: %j', async (given) => {
    const error = await run(given).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).not.toContain('SECRET');
  });

  it.each([
    [['account', 'add', ADA], { npm_config_name: 'Ada' }, '--name'],
    [['account', 'password', ADA], { npm_config_end_grants: 'true' }, '--end-grants'],
    [['migrate'], { npm_config_plan: 'true' }, '--plan'],
    [['keys', 'rotate'], { npm_config_compromised: 'true' }, '--compromised'],
    [['developer-docs'], { npm_config_out: 'page.md' }, '--out'],
    [['doctor', URL], { npm_config_json: 'true' }, '--json'],
  ])('tells of an option that npm kept for itself: %j %j', async (given, environment, option) => {
    await expect(run(given, environment)).rejects.toThrow(`npm took ${option} for itself: put options after "--"`);
  });

  it('describes each command, and what a command of a command takes', async () => {
    const help = (await run([])) as string;
    expect(await run(['--help'])).toBe(help);
    const commands = [...help.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name!);
    expect(commands).toEqual([
      'account',
      'keys',
      'backup',
      'restore',
      'migrate',
      'move',
      'doctor',
      'mcp-doctor',
      'settings',
      'sign-in-key',
      'developer-docs',
      'resources',
    ]);
    for (const name of commands.slice(0, -1)) expect(await run([name, '--help'])).toMatch(`Usage: consentry ${name} `);
    expect(await run(['account', 'password', '--help'])).toContain('--end-grants');
  });
});

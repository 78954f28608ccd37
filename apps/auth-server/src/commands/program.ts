import { Command, CommanderError, Option } from 'commander';
import type { Clock } from '../platform/config/clock';
import { pageOf } from '../platform/config/help-page';
import { isUrl } from '../protocol/text/is-url';
import type { CommandOutcome } from './command-outcome';
import type { Detour } from './doctor/prober';
import {
  ACCOUNT,
  DEVELOPER_DOCS,
  DOCTOR,
  IN_A_CLONE,
  KEYS,
  MIGRATE,
  MOVE,
  ON_DATABASE,
  RESTORE,
  SETTINGS,
} from './help-texts';
import { UsageError } from './usage-error';

type Outcome = string | CommandOutcome;

/** Runs a command, with its arguments and options as commander hands them over. */
type Run<Given extends readonly unknown[]> = (
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  ...given: Given
) => Promise<Outcome>;

/** Of roles. */
const EITHER = 'the email, or the id of an account that signs in at a trusted issuer';
const REMOVES = 'removes the role';
const UNVERIFIED = 'even if the email is not confirmed, where MAIL_URL is set';

/**
 * Runs a command line. Commands are imported when they are called: help and mistakes need nothing of them.
 *
 * @returns what to print.
 * @throws UsageError, and what the command throws.
 */
export async function runLine(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
): Promise<Outcome> {
  let help = '';
  let outcome: Outcome | undefined;
  const calls =
    <Given extends unknown[]>(load: () => Promise<Run<Given>>) =>
    async (...call: Given) =>
      void (outcome = await (await load())(environment, clock, ...call));
  const program = programOf(calls, environment, (text) => (help += text));
  try {
    await program.parseAsync(given.length === 0 ? ['--help'] : given, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const command = program.commands.find((known) => known.name() === given[0]);
    if (error.exitCode !== 0) throw misused(error, command);
  }
  return outcome ?? help;
}

type Calls = <Given extends unknown[]>(load: () => Promise<Run<Given>>) => (...call: Given) => Promise<void>;

function programOf(calls: Calls, environment: NodeJS.ProcessEnv, writeOut: (text: string) => void): Command {
  const program = new Command('consentry')
    .description('The commands for operators of the auth server.')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => undefined })
    .addHelpText('after', `${IN_A_CLONE}, except for resources, which is for the folder of a service.`)
    .hook('preAction', (_, { options }) => assertNotKept(options, environment));
  addAccount(program, calls);
  addKeys(program, calls);
  addBackups(program, calls);
  addDoctors(program, calls);
  program
    .command('settings')
    .description('prints all settings, or the description of one')
    .argument('[name or word...]', 'of a setting or in its description')
    .option('--json', 'prints JSON')
    .addOption(new Option('--schema', 'prints a JSON Schema for editors').conflicts('json'))
    .addHelpText('after', SETTINGS)
    .action(calls(async () => (await import('./settings/run-settings-command.js')).runSettingsCommand));
  program
    .command('sign-in-key')
    .description(`prints a new key for the login of your app (${pageOf('how-to/your-users.md')})`)
    .action(calls(async () => (await import('./keys/print-sign-in-key.js')).printSignInKey));
  program
    .command('developer-docs')
    .description('prints a page for the developers who use your API: scopes, quick starts, limits, errors')
    .option('--out <file>', 'writes it into this file instead, replacing an existing one', named)
    .addHelpText('after', DEVELOPER_DOCS)
    .action(
      calls(async () => (await import('./developer-docs/run-developer-docs-command.js')).runDeveloperDocsCommand),
    );
  program
    .command('resources')
    .description('compares what the sources of a service require with its resource.json')
    .argument('[arguments...]')
    .helpOption(false)
    .passThroughOptions()
    .allowUnknownOption()
    .action(calls(async () => (await import('./resources/run-resources-command.js')).runResourcesCommand));
  return program;
}

function addAccount(program: Command, calls: Calls): void {
  const account = program
    .command('account')
    .description('adds and closes accounts, sets passwords, manages developers and administrators')
    .helpCommand(false)
    .addHelpText('after', ACCOUNT);
  const load = async () => await import('./account/run-account-command.js');
  account
    .command('add')
    .description('creates an account')
    .argument('<email>')
    .option('--name <name>', 'default: the part before the @')
    .action(calls(async () => (await load()).addAccount));
  account
    .command('password')
    .description('sets the password of an account and ends its sessions; its connected applications keep their access')
    .argument('<email>')
    .option('--end-grants', 'ends that access too')
    .action(calls(async () => (await load()).setPassword));
  account
    .command('developer')
    .description('lets an account register applications where DEVELOPERS is invited')
    .argument('<account>', EITHER)
    .option('--unverified', UNVERIFIED)
    .option('--remove', REMOVES)
    .action(calls(async () => (await load()).changeDeveloper));
  account
    .command('admin')
    .description(`makes an account an administrator (${pageOf('administration.md')})`)
    .argument('<account>', EITHER)
    .option('--unverified', UNVERIFIED)
    .option('--remove', `${REMOVES}, except from the last`)
    .action(calls(async () => (await load()).changeAdministrator));
  account
    .command('claims-changed')
    .description("refuses the access tokens that an account's applications have; they get new ones")
    .argument('<account>', EITHER)
    .action(calls(async () => (await load()).changeClaims));
  account
    .command('remove')
    .description('closes an account: ends its sessions, grants and applications, erases its email')
    .argument('<account>', EITHER)
    .action(calls(async () => (await load()).removeAccount));
}

function addKeys(program: Command, calls: Calls): void {
  const keys = program
    .command('keys')
    .description('lists and replaces the signing keys and the master key')
    .helpCommand(false)
    .addHelpText('after', KEYS);
  const load = async () => await import('./keys/run-keys-command.js');
  keys
    .command('list')
    .description('lists past, present and announced signing keys, and until when each is in the JWKS')
    .action(calls(async () => (await load()).listKeys));
  keys
    .command('rotate')
    .description('announces the next key now, ahead of the schedule; it signs after KEY_ANNOUNCE')
    .option('--compromised', 'for leaked keys: removes all from signing and from the JWKS; a new one signs at once')
    .action(calls(async () => (await load()).rotateKeys));
  keys
    .command('replace-master-key')
    .description(
      'for a leaked master key: replaces it and ends all sign-in sessions, refresh tokens, codes and requests. Stop every server first',
    )
    .action(calls(async () => (await load()).replaceMasterKeyOf));
}

function addBackups(program: Command, calls: Calls): void {
  program
    .command('backup')
    .description('writes the SQLite database into a new file')
    .argument('<file>', 'to write', named)
    .addHelpText('after', `\nThe server may be running. ${ON_DATABASE}.`)
    .action(calls(async () => (await import('./backup/run-backup-command.js')).runBackupCommand));
  program
    .command('restore')
    .description('replaces the database with a backup')
    .argument('[file]', 'written by backup; omit it on PostgreSQL', named)
    .option('--keep-roles', 'keeps the roles in the backup')
    .option('--replaced <url>', 'on PostgreSQL: the database that was there before', postgresUrl)
    .option('--yes', 'answers the question that it asks on a terminal')
    .addHelpText('after', RESTORE)
    .action(calls(async () => (await import('./restore/run-restore-command.js')).runRestoreCommand));
  program
    .command('migrate')
    .description('updates the tables of the database to this version')
    .option('--plan', 'prints what it would run, what that locks and how many rows there are; changes nothing')
    .addHelpText('after', MIGRATE)
    .action(calls(async () => (await import('./migrate/run-migrate-command.js')).runMigrateCommand));
  program
    .command('move')
    .description('moves a SQLite database to PostgreSQL')
    .argument('[file]', "default: DATA_DIR's auth.sqlite", named)
    .addHelpText('after', MOVE)
    .action(calls(async () => (await import('./move/run-move-command.js')).runMoveCommand));
}

function addDoctors(program: Command, calls: Calls): void {
  const through = [
    '--connect-to <h:p:h2:p2>',
    'connects to h2:p2 instead of h:p, as curl does; may be repeated',
  ] as const;
  program
    .command('doctor')
    .description(`checks a running server against the standards and ${pageOf('production.md')}`)
    .argument('<url>', 'the issuer', issuerUrl)
    .option('--json', 'prints JSON')
    .option('--backups <folder>', 'checks the age of the backups in it')
    .option(...through, detour)
    .addHelpText('after', DOCTOR)
    .action(calls(async () => (await import('./doctor/run-doctor-command.js')).runDoctorCommand));
  program
    .command('mcp-doctor')
    .description('checks what MCP clients find at an MCP server')
    .argument('<url>', 'of the MCP server', httpUrl)
    .option('--json', 'prints JSON')
    .option(...through, detour)
    .addHelpText('after', DOCTOR.replace(/ From inside.*\n.*\)\./, ''))
    .action(calls(async () => (await import('./doctor/run-mcp-doctor-command.js')).runMcpDoctorCommand));
}

/** Without values, which may hold a password: an unknown option is named up to its `=`. */
function misused({ code, message }: CommanderError, command: Command | undefined): UsageError {
  const said = message.replace(/^error: |\.$/g, '').replace(/^(unknown option '[^=']*)=[^]*?'/, "$1'");
  const problem = code === 'commander.help' ? 'a command is missing' : said;
  const which = command === undefined ? '' : ` ${command.name()}`;
  return new UsageError(`${problem.split('\n').join(' ')}; see consentry${which} --help`);
}

/** Unlike commander's own error it does not repeat the value. */
const wrongValue = (problem: string) => new CommanderError(2, 'consentry.wrongValue', problem);

/** Npm takes an option that no `--` precedes, and leaves it in the environment; `--yes` is npx' own too. */
function assertNotKept(options: Command['options'], environment: NodeJS.ProcessEnv): void {
  const names = options.map(({ long }) => long ?? '').filter((long) => long !== '--yes');
  const kept = names.find((long) => Boolean(environment[`npm_config_${long.slice(2).replaceAll('-', '_')}`]));
  if (kept !== undefined) throw new UsageError(`npm took ${kept} for itself: put options after "--"`);
}

function named(file: string): string {
  if (file === '') throw wrongValue('the file has no name');
  return file;
}

function postgresUrl(url: string): string {
  if (!/^postgres(ql)?:\/\//.test(url)) throw wrongValue('--replaced must be a URL of PostgreSQL, postgres://…');
  return url;
}

/** Http too: that it should be https is a check's to say. */
function httpUrl(url: string): string {
  if (/^https?:\/\/[^\s#@]+$/.test(url) && isUrl(url)) return url;
  throw wrongValue('the URL must be http or https, without a user name, spaces or a fragment');
}

export function issuerUrl(url: string): string {
  if (url.includes('?')) throw wrongValue('the issuer must have no query');
  return httpUrl(url).replace(/\/$/, '');
}

export function detour(text: string, before: readonly Detour[] = []): Detour[] {
  const [, host, port, toHost, toPort] = /^(\[[^\]]+\]|[^:]*):(\d*):(\[[^\]]+\]|[^:]+):(\d+)$/.exec(text) ?? [];
  if (host === undefined || port === undefined || toHost === undefined)
    throw wrongValue('--connect-to must be <host>:<port>:<host>:<port>');
  const bare = (name: string) => name.replace(/^\[|\]$/g, '');
  return [...before, { from: { host: bare(host), port }, to: { host: bare(toHost), port: Number(toPort) } }];
}

import { isUrl } from '../../protocol/text/is-url';
import { parseArguments } from '../command-arguments';
import { UsageError } from '../usage-error';
import type { Detour } from './prober';

export const DOCTOR_HELP = `Usage: npm run doctor -- <issuer-url>

Checks a running server, clause by clause (docs/doctor.md), and changes nothing.

  --json                     for machines
  --backups <folder>         looks at the age of the backups in it
  --connect-to <h:p:h2:p2>   connects to h2:p2 for h:p, as curl does: a proxy before DNS names it; may be repeated

From inside too, with the settings of the server (AUTH_URL, DATABASE_URL or DATA_DIR, MASTER_KEY ...).
Ends with 0 if nothing fails, 1 if something does, 2 if it was called wrongly.
`;

export const MCP_DOCTOR_HELP = `Usage: npm run mcp-doctor -- <url of an MCP server>

Checks what MCP clients without a token find, clause by clause (docs/doctor.md), and changes nothing.

  --json                     for machines
  --connect-to <h:p:h2:p2>   connects to h2:p2 for h:p, as curl does; may be repeated

Ends with 0 if nothing fails, 1 if something does, 2 if it was called wrongly.
`;

export interface DoctorLine {
  url: string;
  json: boolean;
  detours: readonly Detour[];
  backups: string | undefined;
}

const COMMON = { json: { type: 'boolean' }, 'connect-to': { type: 'string', multiple: true } } as const;

/** @returns `null` for `--help`. @throws UsageError */
export function parseDoctorLine(given: readonly string[], environment: NodeJS.ProcessEnv): DoctorLine | null {
  const wrong = misused('doctor');
  const options = { ...COMMON, backups: { type: 'string' } } as const;
  const { values, positionals } = parseArguments(given, options, wrong, environment);
  if (values.help) return null;
  const url = onlyUrl(positionals, wrong).replace(/\/$/, '');
  if (!isHttp(url) || url.includes('?'))
    throw wrong('the issuer must be an http or https URL without query and fragment');
  return { url, json: values.json === true, backups: values.backups, detours: detoursOf(values['connect-to'], wrong) };
}

/** @returns `null` for `--help`. @throws UsageError */
export function parseMcpDoctorLine(given: readonly string[], environment: NodeJS.ProcessEnv): DoctorLine | null {
  const wrong = misused('mcp-doctor');
  const { values, positionals } = parseArguments(given, COMMON, wrong, environment);
  if (values.help) return null;
  const url = onlyUrl(positionals, wrong);
  if (!isHttp(url)) throw wrong('the URL must be http or https, without a fragment');
  return { url, json: values.json === true, backups: undefined, detours: detoursOf(values['connect-to'], wrong) };
}

/** Http too: that it should be https is a check's to say. */
const isHttp = (url: string) => /^https?:\/\/[^\s#@]+$/.test(url) && isUrl(url);

function onlyUrl([url, ...rest]: readonly string[], wrong: (problem: string) => Error): string {
  if (url === undefined) throw wrong('the URL is missing');
  if (rest.length > 0) throw wrong('too much is given: one URL is enough');
  return url;
}

function detoursOf(given: readonly string[] = [], wrong: (problem: string) => Error): Detour[] {
  return given.map((text) => {
    const [, host, port, toHost, toPort] = /^(\[[^\]]+\]|[^:]*):(\d*):(\[[^\]]+\]|[^:]+):(\d+)$/.exec(text) ?? [];
    if (host === undefined || port === undefined || toHost === undefined)
      throw wrong(`--connect-to is ${JSON.stringify(text)}; it must be <host>:<port>:<host>:<port>`);
    const bare = (name: string) => name.replace(/^\[|\]$/g, '');
    return { from: { host: bare(host), port }, to: { host: bare(toHost), port: Number(toPort) } };
  });
}

const misused = (command: string) => (problem: string) =>
  new UsageError(`${problem}; see npm run ${command} -- --help`);

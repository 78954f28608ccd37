import { parseArgs } from 'node:util';

import { normalize, virtualFs } from '@angular-devkit/core';
import { NodeJsSyncHost } from '@angular-devkit/core/node';
import { HostTree } from '@angular-devkit/schematics';

import { Refusal } from '../source/refusal';
import { differencesFrom } from './auth-server';
import { type Difference, differences, remarks } from './differences';
import { readService } from './service';

const HELP = `Usage: consentry resources check [--project <name>] [--source-root <folder>] [--against <file or URL>] [--json]

Compares the scopes that the sources of this service require by @RequireScopes and @RequireAnyScope with those that
resource.json declares, and its url with the audience of the guard.

  --project      the app, in a workspace of several
  --source-root  folder of the app's sources; of nest-cli.json by default
  --against      compares resource.json with the auth server too: its RESOURCES_FILE, or its URL
  --json         prints {"file", "differences": [{"code", "scope", "places", "message"}], "remarks"}

Exit code 0: in sync; 1: there are differences; 2: it could not be checked.
`;

/** What a command prints and ends with. */
export interface Outcome {
  readonly text: string;
  readonly exitCode: 0 | 1 | 2;
}

const OPTIONS = {
  project: { type: 'string' },
  'source-root': { type: 'string' },
  against: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Runs `consentry <given>` in a folder. */
export async function consentry(given: readonly string[], folder: string): Promise<Outcome> {
  try {
    const { values, positionals } = parseArgs({ args: [...given], options: OPTIONS, allowPositionals: true });
    if (values.help || given.length === 0) return { text: HELP, exitCode: 0 };
    if (positionals.join(' ') !== 'resources check')
      return misused(`${JSON.stringify(positionals.join(' '))} is not a command`);
    return await check(values, folder);
  } catch (error) {
    if (error instanceof Refusal) return { text: `consentry: ${error.message}\n`, exitCode: 2 };
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('ERR_PARSE_ARGS')) return misused(message.split('. ')[0]!);
    throw error;
  }
}

const misused = (problem: string): Outcome => ({ text: `consentry: ${problem}\n\n${HELP}`, exitCode: 2 });

interface Line {
  readonly project?: string;
  readonly 'source-root'?: string;
  readonly against?: string;
  readonly json?: boolean;
}

async function check({ project, 'source-root': sourceRoot, against, json }: Line, folder: string): Promise<Outcome> {
  const tree = new HostTree(new virtualFs.ScopedHost(new NodeJsSyncHost(), normalize(folder)));
  const service = readService(tree, { ...(project && { project }), ...(sourceRoot && { sourceRoot }) });
  const { file, declaration, required } = service;
  if (declaration === undefined) throw new Refusal(`There is no ${file} yet: nest g -c @consentry/schematics resource`);
  const found = differences(service, declaration);
  if (against !== undefined) found.push(...(await differencesFrom(against, folder, declaration)));
  const report = { file, differences: found, remarks: remarks(required) };
  const text = json ? `${JSON.stringify(report, null, 2)}\n` : spelled(report, declaration.scopes.length, against);
  return { text, exitCode: found.length === 0 ? 0 : 1 };
}

interface Report {
  readonly file: string;
  readonly differences: readonly Difference[];
  readonly remarks: readonly string[];
}

function spelled({ file, differences: found, remarks: others }: Report, declared: number, against = ''): string {
  const lines = [
    found.length === 0
      ? `${file} matches the sources${against && ` and ${against}`} (${declared} ${declared === 1 ? 'scope' : 'scopes'}).`
      : `${file} does not match:`,
    ...found.map(({ message }) => `  ${message}`),
    ...(found.some(({ code }) => code === 'undeclared')
      ? ['Add what is missing with: nest g -c @consentry/schematics resource']
      : []),
    ...others.map((remark) => `Note: ${remark}.`),
  ];
  return `${lines.join('\n')}\n`;
}

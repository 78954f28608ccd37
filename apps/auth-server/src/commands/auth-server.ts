#!/usr/bin/env node
import 'reflect-metadata';
import { systemClock } from '../platform/config/clock';
import { readSettings } from '../platform/config/read-settings';
import type { Settings } from '../platform/config/settings';
import { explainFailure } from '../explain-failure';
import { start } from '../start';

const HELP = `Usage: auth-server

Starts the server on http://localhost:3000, with its data in the folder data/auth-server. Environment variables
change that: AUTH_URL, DATA_DIR, DATABASE_URL and others, which "consentry settings" lists.

"consentry --help" lists the commands for operators; without installing: npx -p @consentry/auth-server consentry --help
`;

/** Milliseconds until the log has written what the start said. */
const LOG_WRITTEN = 100;

/** What `npx @consentry/auth-server` runs: the server as main.ts starts it, and where a person begins. */
async function authServer(given: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (given.length === 0) {
    const settings = readSettings(environment);
    await start(settings, systemClock);
    setTimeout(() => process.stdout.write(announcement(settings)), LOG_WRITTEN);
  } else if (given.length === 1 && ['--help', '-h'].includes(given[0] ?? '')) {
    process.stdout.write(HELP);
  } else {
    process.stderr.write(`auth-server: it takes no arguments; got ${given.join(' ')}\n${HELP}`);
    process.exit(1);
  }
}

/** The last line is the address to click. */
const announcement = ({ issuer, database, signUpOpen }: Settings) => `
The auth server is running. Ctrl-C stops it.
  its data:        ${database.engine === 'sqlite' ? database.file : 'in PostgreSQL'}
  its endpoints:   ${issuer}/docs
  to begin, open   ${issuer}${signUpOpen ? '/sign-up?return_to=/console' : '/console'}
`;

authServer(process.argv.slice(2), process.env).catch(explainFailure);

#!/usr/bin/env node
import 'reflect-metadata';
import { systemClock } from '../platform/config/clock';
import { explainFailure } from '../explain-failure';
import type { CommandOutcome } from './command-outcome';
import { runLine } from './program';
import { UsageError } from './usage-error';

/** Without `process.exit`, which would cut a long text off in a pipe. */
function print(outcome: string | CommandOutcome): void {
  const { text, exitCode } = typeof outcome === 'string' ? { text: outcome, exitCode: 0 } : outcome;
  process.exitCode = exitCode;
  process.stdout.write(text);
}

const given = process.argv.slice(2);
runLine(given, process.env, systemClock)
  .then(print)
  .catch((error: unknown) => explainFailure(error, given[0] ?? '', error instanceof UsageError ? error.exitCode : 1));

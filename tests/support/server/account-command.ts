import { CONSENTRY, type CommandRun, runHosted, runProgram } from './command';
import { databaseSettingsOf } from './engine';

export const settingsOf = async (dataDir: string) => ({ DATA_DIR: dataDir, ...(await databaseSettingsOf(dataDir)) });

/** Runs the account command in its own process, with `input` on its standard input. */
export const account = async (dataDir: string, given: string[], input = '', env: Record<string, string> = {}) =>
  runProgram(CONSENTRY, ['account', ...given], { ...(await settingsOf(dataDir)), ...env }, input);

/** The same in a reused process. */
export const hostedAccount = async (dataDir: string, given: string[], input = '') =>
  runHosted(CONSENTRY, ['account', ...given], await settingsOf(dataDir), input);

export const done = (stdout: string): CommandRun => ({ exitCode: 0, stdout: `${stdout}\n`, stderr: '' });

export const refused = (...lines: string[]): CommandRun => ({
  exitCode: 1,
  stdout: '',
  stderr: lines.map((line) => `consentry account: ${line}\n`).join(''),
});

import { existsSync } from 'node:fs';
import type { Clock } from '../../platform/config/clock';
import { DEFAULT_DATA_DIR } from '../../platform/config/data-dir';
import { readSettings } from '../../platform/config/read-settings';
import type { Settings } from '../../platform/config/settings';
import type { CommandOutcome } from '../command-outcome';
import { type CheckedFinding, runChecks, skipAll } from './check';
import { INSIDE_CHECKS, OUTSIDE_CHECKS } from './doctor-checks';
import { gatherInside } from './inside/inside-facts';
import { type OutsideFacts, gatherOutside } from './outside/outside-facts';
import { type Detour, Prober } from './prober';
import { exitCodeOf, jsonReport, spellReport } from './report';

export interface DoctorOptions {
  json?: boolean;
  /** A folder. */
  backups?: string;
  connectTo?: readonly Detour[];
}

/** Checks a running server, from inside too where the settings are its own. */
export async function runDoctorCommand(
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  url: string,
  { json, backups, connectTo }: DoctorOptions,
): Promise<CommandOutcome> {
  const settings = settingsFor(url, environment);
  const prober = new Prober(clock, connectTo);
  const outside = await gatherOutside(url, prober);
  const inside = await lookInside(settings, { backups, outside, prober, now: clock.now() });
  const findings = [...runChecks(OUTSIDE_CHECKS, outside), ...inside];
  const notInside = typeof settings === 'string' ? settings : null;
  const report = { url, findings, notInside, left: INSIDE_CHECKS.length };
  const text = json ? jsonReport(report, clock.now()) : spellReport(report);
  return { text, exitCode: exitCodeOf(findings) };
}

/**
 * @returns why there is no look inside, if the environment is not the server's.
 * @throws SettingsError
 */
function settingsFor(url: string, environment: NodeJS.ProcessEnv): Settings | string {
  const isNamed = ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR'].some((name) => environment[name]);
  if (!isNamed && !existsSync(DEFAULT_DATA_DIR))
    return `neither DATABASE_URL nor DATA_DIR is set, and there is no ${DEFAULT_DATA_DIR} here; run it with the settings of the server`;
  const settings = readSettings(environment);
  return settings.issuer === url ? settings : `AUTH_URL is ${settings.issuer} here, not ${url}`;
}

interface Look {
  backups: string | undefined;
  outside: OutsideFacts;
  prober: Prober;
  now: number;
}

async function lookInside(
  settings: Settings | string,
  { backups, outside, prober, now }: Look,
): Promise<CheckedFinding[]> {
  if (typeof settings === 'string') return skipAll(INSIDE_CHECKS, settings);
  return runChecks(INSIDE_CHECKS, await gatherInside({ settings, backups, outside, prober, now }));
}

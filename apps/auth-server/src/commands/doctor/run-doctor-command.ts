import type { Clock } from '../../platform/config/clock';
import { readSettings } from '../../platform/config/read-settings';
import type { Settings } from '../../platform/config/settings';
import type { CommandOutcome } from '../command-outcome';
import { type CheckedFinding, runChecks, skipAll } from './check';
import { INSIDE_CHECKS, OUTSIDE_CHECKS } from './doctor-checks';
import { DOCTOR_HELP, type DoctorLine, parseDoctorLine } from './doctor-command-line';
import { gatherInside } from './inside/inside-facts';
import { type OutsideFacts, gatherOutside } from './outside/outside-facts';
import { Prober } from './prober';
import { exitCodeOf, jsonReport, spellReport } from './report';

/** Checks a running server, from inside too where the settings are its own. */
export async function runDoctorCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
): Promise<CommandOutcome> {
  const line = parseDoctorLine(given, environment);
  if (line === null) return { text: DOCTOR_HELP, exitCode: 0 };
  const settings = settingsFor(line, environment);
  const prober = new Prober(clock, line.detours);
  const outside = await gatherOutside(line.url, prober);
  const inside = await lookInside(settings, { line, outside, prober, now: clock.now() });
  const findings = [...runChecks(OUTSIDE_CHECKS, outside), ...inside];
  const notInside = typeof settings === 'string' ? settings : null;
  const report = { url: line.url, findings, notInside, left: INSIDE_CHECKS.length };
  const text = line.json ? jsonReport(report, clock.now()) : spellReport(report);
  return { text, exitCode: exitCodeOf(findings) };
}

/**
 * @returns why there is no look inside, if the environment is not the server's.
 * @throws SettingsError
 */
function settingsFor({ url }: DoctorLine, environment: NodeJS.ProcessEnv): Settings | string {
  if (!environment['DATABASE_URL'] && !environment['DATA_DIR'])
    return 'neither DATABASE_URL nor DATA_DIR is set; run it with the settings of the server';
  const settings = readSettings(environment);
  return settings.issuer === url ? settings : `AUTH_URL is ${settings.issuer} here, not ${url}`;
}

interface Look {
  line: DoctorLine;
  outside: OutsideFacts;
  prober: Prober;
  now: number;
}

async function lookInside(
  settings: Settings | string,
  { line: { backups }, outside, prober, now }: Look,
): Promise<CheckedFinding[]> {
  if (typeof settings === 'string') return skipAll(INSIDE_CHECKS, settings);
  return runChecks(INSIDE_CHECKS, await gatherInside({ settings, backups, outside, prober, now }));
}

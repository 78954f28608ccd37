import type { Clock } from '../../platform/config/clock';
import type { CommandOutcome } from '../command-outcome';
import { runChecks } from './check';
import { MCP_CHECKS } from './mcp/mcp-checks';
import { gatherMcp } from './mcp/mcp-facts';
import { Prober } from './prober';
import type { DoctorOptions } from './run-doctor-command';
import { exitCodeOf, jsonReport, spellReport } from './report';

/** Checks what MCP clients find at a server, and at the authorization servers it names. */
export async function runMcpDoctorCommand(
  _: NodeJS.ProcessEnv,
  clock: Clock,
  url: string,
  { json, connectTo }: Omit<DoctorOptions, 'backups'>,
): Promise<CommandOutcome> {
  const findings = runChecks(MCP_CHECKS, await gatherMcp(url, new Prober(clock, connectTo)));
  const report = { url, findings, notInside: null, left: 0 };
  const text = json ? jsonReport(report, clock.now()) : spellReport(report);
  return { text, exitCode: exitCodeOf(findings) };
}

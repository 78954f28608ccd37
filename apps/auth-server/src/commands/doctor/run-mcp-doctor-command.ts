import type { Clock } from '../../platform/config/clock';
import type { CommandOutcome } from '../command-outcome';
import { runChecks } from './check';
import { MCP_DOCTOR_HELP, parseMcpDoctorLine } from './doctor-command-line';
import { MCP_CHECKS } from './mcp/mcp-checks';
import { gatherMcp } from './mcp/mcp-facts';
import { Prober } from './prober';
import { exitCodeOf, jsonReport, spellReport } from './report';

/** Checks what MCP clients find at a server, and at the authorization servers it names. */
export async function runMcpDoctorCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
): Promise<CommandOutcome> {
  const line = parseMcpDoctorLine(given, environment);
  if (line === null) return { text: MCP_DOCTOR_HELP, exitCode: 0 };
  const findings = runChecks(MCP_CHECKS, await gatherMcp(line.url, new Prober(clock, line.detours)));
  const report = { url: line.url, findings, notInside: null, left: 0 };
  const text = line.json ? jsonReport(report, clock.now()) : spellReport(report);
  return { text, exitCode: exitCodeOf(findings) };
}

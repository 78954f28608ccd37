import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

if (!existsSync('/proc/self/stat')) throw new Error('the benchmarks read /proc and run on Linux only');

let ticksPerSecond = null;

/** CPU microseconds of a process, user and system, all threads. Linux only. */
export function cpuMicrosOf(pid) {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field, the command, may contain spaces; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / ticksPerSecond;
}

/** Resident memory of a process in megabytes (2^20). */
export function rssOf(pid) {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes[1]) / 1024;
}

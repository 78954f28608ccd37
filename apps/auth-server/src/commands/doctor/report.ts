import { pageOf } from '../../platform/config/help-page';
import type { CheckedFinding, Status } from './check';

const WORDS: Record<Status, string> = {
  ok: 'ok',
  warning: 'warning',
  failure: 'FAILURE',
  unknown: 'unknown',
  skipped: 'skipped',
};

const WIDTH = 16;
const INDENT = ' '.repeat(WIDTH);

export interface Report {
  url: string;
  findings: readonly CheckedFinding[];
  /** Why none of the checks from inside was made. */
  notInside: string | null;
  /** How many that are. */
  left: number;
}

/** A line for each check, with cause and cure of what is not well. */
export function spellReport({ url, findings, notInside, left }: Report): string {
  const looked = findings.filter(({ status }) => status !== 'skipped');
  const lines = [`${url}`, '', ...looked.flatMap(linesOf)];
  if (notInside !== null) lines.push(`${WORDS.skipped.padEnd(WIDTH)}${left} checks from inside: ${notInside}`);
  return [...lines, '', summaryOf(findings), ''].join('\n');
}

/** The same for machines. */
export function jsonReport({ url, findings }: Report, now: number): string {
  const counts = Object.fromEntries(statuses().map((status) => [status, countOf(findings, status)]));
  const json = JSON.stringify({ url, at: new Date(now).toISOString(), counts, checks: findings }, null, 2);
  return `${json.replace(UNPRINTABLE, (one) => (one === '\n' ? one : escaped(one)))}\n`;
}

/** 1 if a check fails. */
export const exitCodeOf = (findings: readonly CheckedFinding[]) => (countOf(findings, 'failure') > 0 ? 1 : 0);

function linesOf({ id, title, clause, status, cause, cure }: CheckedFinding): string[] {
  const line = `${WORDS[status].padEnd(WIDTH)}${id}: ${title}`;
  if (status === 'ok') return [line];
  const why = [...(cause === undefined ? [] : [`cause: ${cause}`]), ...(cure === undefined ? [] : [`cure: ${cure}`])];
  return [
    line,
    ...[...why, `see ${/\.md\b/.test(clause) ? pageOf(clause) : clause}`].map((text) => INDENT + printable(text)),
  ];
}

function summaryOf(findings: readonly CheckedFinding[]): string {
  return statuses()
    .map((status) => `${WORDS[status].toLowerCase()}: ${countOf(findings, status)}`)
    .join(', ');
}

const statuses = () => Object.keys(WORDS) as Status[];

const countOf = (findings: readonly CheckedFinding[], wanted: Status) =>
  findings.filter(({ status }) => status === wanted).length;

/** A server's texts may hold what moves a terminal's cursor; JSON.stringify leaves most of it as it is. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const printable = (text: string) => text.replace(UNPRINTABLE, '\ufffd');

/** Escapes as JSON does, in UTF-16 units. */
const escaped = (text: string) =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSIDE_CHECKS, OUTSIDE_CHECKS } from '../../../apps/auth-server/src/commands/doctor/doctor-checks';
import { MCP_CHECKS } from '../../../apps/auth-server/src/commands/doctor/mcp/mcp-checks';

const DOCS = join(__dirname, '../../../docs');
const read = (file: string) => readFileSync(join(DOCS, file), 'utf8');

const CHECKS = [OUTSIDE_CHECKS, INSIDE_CHECKS, MCP_CHECKS].flatMap((checks) =>
  checks.map(({ id, title, clause }) => ({ id, title, clause })),
);

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

describe('docs/doctor.md', () => {
  it('lists every check, in their order, with title and clause', () => {
    const rows = [...read('doctor.md').matchAll(/^\| `([\w-]+)` +\| (.+?) +\| (.+?) +\|$/gm)];
    const listed = rows.map(([, id, title, clause = '']) => ({
      id,
      title,
      clause: clause.replace(/^\[(.+)\]\(.+\)$/, '$1'),
    }));
    expect(listed).toEqual(CHECKS);
  });

  it('has ids that differ, and clauses that are there', () => {
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
    for (const { clause } of CHECKS) {
      const [, file, heading = ''] = /^([\w/-]+\.md): (.+)$/.exec(clause) ?? [];
      if (file === undefined) expect(clause).toMatch(/^(RFC \d{4} §\d[\d.]*|MCP authorization: [A-Z].+)$/);
      else {
        expect(read(file)).toMatch(new RegExp(`^#{2,3} ${heading}$`, 'm'));
        expect(read('doctor.md')).toContain(`[${clause}](${file}#${anchorOf(heading)})`);
      }
    }
  });
});

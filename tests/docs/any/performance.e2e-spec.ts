import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(__dirname, '../../../docs');

const page = (name: string) => readFileSync(join(DOCS, `${name}.md`), 'utf8');
const results = page('performance').split('\n## ')[0]!.replace(/\s+/g, ' ');

/** Figures of a column of the table under a heading, by the name in the first cell. */
function column(text: string, heading: string, title: string): Map<string, number> {
  const section = text.split(`### ${heading}\n`)[1]!.split('\n### ')[0]!;
  const [head = [], , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(rows.map((cells) => [cells[1]!, Number.parseFloat(cells[head.indexOf(title)]!)]));
}

/** What a server costs for an exchange and a refresh, as a multiple of Consentry. */
function multiplesOf(server: RegExp): number[] {
  const servers = page('performance/servers');
  const calls = ['exchange', 'refresh'].map((flow) => column(servers, `${flow}, 16 connections`, '÷ ours'));
  return calls.flatMap((call) => [...call].filter(([name]) => server.test(name)).map(([, ratio]) => ratio));
}

const range = (figures: number[], digits = 0) =>
  `${Math.min(...figures).toFixed(digits)} to ${Math.max(...figures).toFixed(digits)}`;

describe('the results on docs/performance.md are those of the tables:', () => {
  it('beside the limit', () => {
    const servers = page('performance/servers');
    const beside = (flow: string) => column(servers, `${flow}, 16 connections`, '÷ limit').get('Consentry');
    expect(results).toContain(`a refresh ${beside('refresh')} times, an exchange ${beside('exchange')} times the CPU`);
  });

  it('beside other servers, also on docs/comparison.md', () => {
    const [provider, better] = [multiplesOf(/^oidc-provider/), multiplesOf(/^better-auth/)].map((each) => range(each));
    expect(results).toContain(
      `oidc-provider costs ${provider} times as much as Consentry, better-auth ${better} times`,
    );
    expect(results).toContain(`${range(multiplesOf(/^@node-oauth/), 1)} times`);
    expect(page('comparison')).toContain(`a token costs ${provider} times the CPU`);
    expect(page('comparison')).toContain(`a token costs ${better} times the CPU`);
  });

  it('the guard', () => {
    const guard = page('performance/guard');
    const overHttp = column(guard, 'ES256 over HTTP, a repeated token', '÷ an empty guard').get('consentry');
    const fresh = column(guard, 'ES256, by the token', '÷ plain').get('consentry');
    expect(results).toContain(`${overHttp} times an empty guard`);
    expect(results).toContain(`a new ES256 token costs ${fresh} times`);
  });

  it('growth', () => {
    const engines = page('performance/growth').split('<!-- growth-').slice(1);
    const most = engines.map((text) =>
      column(text, 'refresh, 16 connections', '÷ smallest').get('5,000,000 families')!,
    );
    expect(most).toHaveLength(2);
    expect(results).toContain(`costs ${range(most.map((ratio) => (ratio - 1) * 100))} % more`);
  });
});

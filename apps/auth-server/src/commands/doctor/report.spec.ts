import type { CheckedFinding } from './check';
import { exitCodeOf, jsonReport, spellReport } from './report';

const finding = (given: Partial<CheckedFinding>): CheckedFinding => ({
  ...{ id: 'issuer', title: 'it is right', clause: 'RFC 8414 §3.3', status: 'ok' as const },
  ...given,
});

const reportOf = (...findings: CheckedFinding[]) => ({ url: 'https://a.example', findings, notInside: null, left: 0 });

describe('the report of a doctor', () => {
  it('ends with 1 for a failure alone', () => {
    const others = (['ok', 'warning', 'unknown', 'skipped'] as const).map((status) => finding({ status }));
    expect(exitCodeOf(others)).toBe(0);
    expect(exitCodeOf([...others, finding({ status: 'failure' })])).toBe(1);
  });

  it('shows nothing of a server that would move the cursor or turn the line', () => {
    const hostile = finding({ status: 'failure', cause: 'it is \u001b[2J\u202e"\r\nok' });
    expect(spellReport(reportOf(hostile))).toContain('cause: it is \ufffd[2J\ufffd"\ufffd\ufffdok\n');
  });

  it('escapes in JSON what would do so', () => {
    const cause = 'it is \u001b[2J\u009b2J\u007f\u202e\u2028\u{e0041}"\r\nok';
    const json = jsonReport(reportOf(finding({ status: 'failure', cause })), 0);
    expect(json.replaceAll('\n', '')).toMatch(/^[\x20-\x7e§]*$/);
    expect((JSON.parse(json) as { checks: unknown[] }).checks).toMatchObject([{ cause }]);
  });

  it('leaves what was not looked at to the summary', () => {
    const text = spellReport(reportOf(finding({}), finding({ id: 'tls', status: 'skipped', cause: 'on loopback' })));
    expect(text).toBe(
      'https://a.example\n\nok              issuer: it is right\n\n' +
        'ok: 1, warning: 0, failure: 0, unknown: 0, skipped: 1\n',
    );
  });
});

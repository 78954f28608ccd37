import { brandSheet, readBrandTokens } from './brand-tokens';

function read(css: string) {
  const problems: string[] = [];
  const tokens = readBrandTokens(css, (problem) => problems.push(problem));
  return { problems, tokens };
}

describe('readBrandTokens', () => {
  it.each([
    ['', {}],
    ['/* nothing yet { */', {}],
    [':root { --brand: #112233 }', { '--brand': ['#112233', '#112233'] }],
    [':root { --brand: #123; --radius: 0px; }', { '--brand': ['#123', '#123'], '--radius': ['0px', '0px'] }],
    [':root{--brand:light-dark( #111111 , #eeeeee )}', { '--brand': ['#111111', '#eeeeee'] }],
    [':root { --brand: #111 } :root[data-theme="dark"] { --brand: #eee }', { '--brand': ['#111', '#eee'] }],
    [":root[data-theme='dark'] { --brand: #eee } :root { --brand: #111 }", { '--brand': ['#111', '#eee'] }],
    [
      ':root { --brand: #111 }\n@media (prefers-color-scheme: dark) {\n  :root { --brand: #eee }\n}',
      { '--brand': ['#111', '#eee'] },
    ],
    [
      ":root[data-theme=light]{--brand:#111} @media (prefers-color-scheme:dark){:root:not([data-theme='light']){--brand:#eee}}",
      { '--brand': ['#111', '#eee'] },
    ],
    [
      `:root { --font: Inter, "Noto Sans CJK", 'メイリオ', system-ui, sans-serif }`,
      { '--font': Array(2).fill(`Inter, "Noto Sans CJK", 'メイリオ', system-ui, sans-serif`) as string[] },
    ],
    [
      ':root { --mono: JetBrains Mono, monospace; --radius: 1.5rem }',
      { '--mono': Array(2).fill('JetBrains Mono, monospace') as string[], '--radius': ['1.5rem', '1.5rem'] },
    ],
  ])('takes %j', (css, expected) => {
    const { tokens, problems } = read(css);
    expect(problems).toEqual([]);
    expect(Object.fromEntries([...tokens].map(([name, { light, dark }]) => [name, [light, dark]]))).toEqual(expected);
  });

  it.each([
    ['body { --brand: #111 }', 'contains "body"'],
    [':root, body { --brand: #111 }', 'contains ":root, body"'],
    [':root .btn { --brand: #111 }', 'contains ":root .btn"'],
    [
      '@import url(https://evil.example/x.css); :root { --brand: #111 }',
      'contains "@import url(https://evil.example/x.css); :root"',
    ],
    ['@font-face { src: url(x) }', 'contains "@font-face"'],
    ['@media print { :root { --brand: #111 } }', 'contains "@media print"'],
    ['@media (prefers-color-scheme: dark) { .btn { --brand: #111 } }', 'contains ".btn"'],
    [
      "@media (prefers-color-scheme: dark) { :root[data-theme='light'] { --brand: #111 } }",
      'contains ":root[data-theme=\'light\']"',
    ],
    [':root { --brand: #111; & .btn { color: red } }', 'contains ":root"'],
    [':root { --brand: #111', 'cannot be read from ":root { --brand: #111" on'],
    ['} :root { }', 'cannot be read from "} :root { }" on'],
    [':root { color: red }', 'sets "color"; it may set --brand, --on-brand'],
    [':root { --bg: #fff }', 'sets "--bg"'],
    [':root { --toString: #fff }', 'sets "--toString"'],
    [':root { nonsense }', 'sets "nonsense"'],
    [':root { --brand: red }', 'sets --brand to "red"; it must be a colour such as #0b6b62'],
    [':root { --brand: #11223344 }', 'sets --brand to "#11223344"'],
    [':root { --brand: #112233 !important }', 'sets --brand to "#112233 !important"'],
    [':root { --brand: url(https://evil.example/) }', 'sets --brand to "url(https://evil.example/)"'],
    [':root { --brand: var(--x) }', 'sets --brand to "var(--x)"'],
    [':root { --font: url(x) }', 'sets --font to "url(x)"'],
    [':root { --font: "a }', 'sets --font to "\\"a"; it must be a list of installed fonts'],
    [':root { --font: "a\\"" }', 'sets --font to'],
    [':root { --radius: 8 }', 'sets --radius to "8"; it must be a length'],
    [':root { --radius: 40px }', 'sets --radius to "40px"'],
    [':root { --radius: -1px }', 'sets --radius to "-1px"'],
    [":root[data-theme='dark'] { --radius: 4px }", 'sets --radius for one theme; it applies to both'],
    [":root[data-theme='dark'] { --brand: #111 }", 'sets --brand for one theme only'],
    [`:root { ${'x'.repeat(90)} }`, `sets "${'x'.repeat(60)}…"`],
  ])('refuses %j', (css, problem) => {
    expect(read(css).problems).toEqual([expect.stringContaining(problem)]);
  });
});

describe('brandSheet', () => {
  it('holds only what was understood, with both themes in one value', () => {
    const { tokens } = read(
      '/* ours */ :root { --brand: #111; --radius: 4px } :root[data-theme=dark] { --brand: #eee }',
    );
    expect(brandSheet(tokens)).toBe(':root {\n  --brand: var(--light, #111) var(--dark, #eee);\n  --radius: 4px;\n}\n');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linksIn } from './brand-links';
import { readBrand } from './brand-setting';

const folder = mkdtempSync(join(tmpdir(), 'brand-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string | Buffer, name = 'file'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function read(variables: Record<string, string>) {
  const problems: string[] = [];
  const brand = readBrand(
    { text: (name) => variables[name], logoShowsName: variables['BRAND_LOGO_SHOWS_NAME'] === 'on', insecureHosts: [] },
    (name, problem) => problems.push(`${name} ${problem}`),
  );
  return { brand, problems };
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="4"/></svg>';

it('is Consentry without settings', () => {
  const nothing = { logo: null, darkLogo: null, logoShowsName: false, icon: null, css: null, links: [], docsUrl: null };
  const { brand, problems } = read({});
  expect({ brand, problems }).toEqual({ brand: { name: 'Consentry', ...nothing, colors: brand.colors }, problems: [] });
  expect(brand.colors.get('--brand')).toEqual({ light: '#0b6b62', dark: '#3cb3a2' });
});

it('has the colours of the team beside ours, for mails', () => {
  const { colors } = read({
    BRAND_COLOR: '#5b3cc4',
    BRAND_CSS_FILE: fileOf(':root { --brand-text: light-dark(#4527a0, #d1c4e9) }', 'brand.css'),
  }).brand;
  expect(colors.get('--brand')!.light).toBe('#5b3cc4');
  expect(colors.get('--brand-text')).toEqual({ light: '#4527a0', dark: '#d1c4e9' });
  expect(colors.get('--text')).toEqual({ light: '#12171c', dark: '#eef1f4' });
});

describe('BRAND_NAME', () => {
  it.each(['Müller & Söhne', 'x'.repeat(60), '写真', '👩‍🚀'])('may be %j', (name) => {
    expect(read({ BRAND_NAME: name })).toMatchObject({ brand: { name }, problems: [] });
  });

  it.each(['x'.repeat(61), ' x', 'x ', 'a\nb', 'a\u202eb', 'a\u0000b'])('may not be %j', (name) => {
    expect(read({ BRAND_NAME: name }).problems).toEqual([expect.stringContaining('BRAND_NAME must be at most 60')]);
  });
});

describe('BRAND_LOGO_FILE', () => {
  it.each([
    [PNG, 'png'],
    [Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'jpg'],
    [Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), 'webp'],
    [Buffer.from(SVG), 'svg'],
    [Buffer.from(`\uFEFF<?xml version="1.0"?>\n<!-- ours -->\n${SVG}`), 'svg'],
  ])('is told by its content: %#', (content, type) => {
    const { brand, problems } = read({ BRAND_LOGO_FILE: fileOf(content, 'logo.bin') });
    expect(problems).toEqual([]);
    expect(brand.logo).toEqual({ name: `brand-logo.${type}`, content });
  });

  it.each([
    ['<svg viewBox="0 0 8 8"/>', 'must be a PNG, JPEG or WebP file, or SVG with its xmlns'],
    ['<html><svg xmlns="http://www.w3.org/2000/svg"/></html>', 'must be a PNG'],
    ['GIF89a', 'must be a PNG'],
    ['', 'must be a PNG'],
    [Buffer.concat([PNG, Buffer.alloc(64 * 1_024)]), 'is larger than 64 KB'],
  ])('is refused: %#', (content, problem) => {
    expect(read({ BRAND_LOGO_FILE: fileOf(content) }).problems).toEqual([expect.stringContaining(problem)]);
  });

  it('says which file is missing', () => {
    const path = join(folder, 'none.png');
    expect(read({ BRAND_LOGO_FILE: path }).problems).toEqual([
      `BRAND_LOGO_FILE "${path}" cannot be read: no such file or directory (ENOENT)`,
    ]);
  });
});

describe('BRAND_LOGO_DARK_FILE, BRAND_LOGO_SHOWS_NAME and BRAND_ICON_FILE', () => {
  it('stand beside the logo, each a file of its own', () => {
    const [logo, dark, icon] = [fileOf(SVG, 'a.svg'), fileOf(PNG, 'b.png'), fileOf(PNG, 'c.png')];
    const { brand, problems } = read({
      BRAND_LOGO_FILE: logo,
      BRAND_LOGO_DARK_FILE: dark,
      BRAND_LOGO_SHOWS_NAME: 'on',
      BRAND_ICON_FILE: icon,
    });
    expect(problems).toEqual([]);
    expect(brand).toMatchObject({
      logo: { name: 'brand-logo.svg' },
      darkLogo: { name: 'brand-logo-dark.png' },
      logoShowsName: true,
      icon: { name: 'brand-icon.png' },
    });
  });

  it('leave the tab the logo where there is no icon', () => {
    const { brand } = read({ BRAND_LOGO_FILE: fileOf(SVG) });
    expect(brand.icon).toBe(brand.logo);
  });

  it('need the logo, where they are about it', () => {
    const { problems } = read({ BRAND_LOGO_DARK_FILE: fileOf(SVG), BRAND_LOGO_SHOWS_NAME: 'on' });
    expect(problems).toEqual([
      'BRAND_LOGO_DARK_FILE needs BRAND_LOGO_FILE too, for light pages',
      'BRAND_LOGO_SHOWS_NAME needs BRAND_LOGO_FILE too',
    ]);
  });

  it.each([
    ['BRAND_ICON_FILE', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'must be a PNG file, or SVG with its xmlns'],
    ['BRAND_ICON_FILE', Buffer.concat([PNG, Buffer.alloc(64 * 1_024)]), 'is larger than 64 KB'],
    ['BRAND_LOGO_DARK_FILE', Buffer.from('<script/>'), 'must be a PNG, JPEG or WebP file, or SVG with its xmlns'],
  ])('%s is refused by its content: %#', (name, content, problem) => {
    const path = fileOf(content, 'wrong');
    expect(read({ BRAND_LOGO_FILE: fileOf(SVG), [name]: path }).problems).toEqual([`${name} "${path}" ${problem}`]);
  });
});

describe('BRAND_COLOR', () => {
  it('becomes a sheet of the tokens of both themes', () => {
    const { brand, problems } = read({ BRAND_COLOR: '#1D4ED8' });
    expect(problems).toEqual([]);
    const css = brand.css?.content.toString();
    expect(css).toMatch(/--brand: .*#1d4ed8.*#2558e2/);
    expect(css?.match(/--[\w-]+(?=: )/g)).toEqual([
      '--brand',
      '--on-brand',
      '--brand-text',
      '--brand-soft',
      '--brand-line',
    ]);
  });

  it.each(['red', '1d4ed8', '#1d4ed', '#1d4ed8ff', 'light-dark(#fff, #000)'])('may not be %j', (BRAND_COLOR) => {
    expect(read({ BRAND_COLOR }).problems).toEqual([
      `BRAND_COLOR is "${BRAND_COLOR}"; it must be a colour such as #0b6b62`,
    ]);
  });

  it('that cannot be read is refused with the nearest that can, and that one is taken', () => {
    const { problems } = read({ BRAND_COLOR: '#f2c94c', BRAND_CSS_FILE: fileOf(':root { --radius: 2px }') });
    expect(problems).toEqual([
      'BRAND_COLOR "#f2c94c" gives --brand #f2c94c on --surface #ffffff a contrast of 1.58:1 in the light theme; controls need at least 3:1. The nearest colour with enough contrast is #ae8a00',
    ]);
    expect(read({ BRAND_COLOR: '#ae8a00' }).problems).toEqual([]);
  });

  it('gives way to what the style sheet sets, which is judged beside it', () => {
    const sheet = (css: string) => read({ BRAND_COLOR: '#1d4ed8', BRAND_CSS_FILE: fileOf(css) });
    const own = sheet(':root { --brand-text: light-dark(#1e40af, #a9c1ff); --radius: 2px }');
    expect(own.problems).toEqual([]);
    const css = own.brand.css?.content.toString();
    expect(css).toMatch(/--brand: .*#1d4ed8.*#2558e2/);
    expect(css).toMatch(/--brand-text: .*#1e40af.*#a9c1ff/);
    expect(css).toContain('--radius: 2px;');
    expect(sheet(':root { --on-brand: #000000 }').problems).toContainEqual(
      expect.stringContaining('gives --on-brand #000000 on --brand #1d4ed8 a contrast of'),
    );
  });
});

describe('BRAND_LINKS', () => {
  const link = { label: 'Privacy', url: 'https://example.com/privacy?from=auth#rights' };
  const links = (value: unknown) => read({ BRAND_LINKS: JSON.stringify(value) });

  it('are shown in a language with what was written for it, else with what was written first', () => {
    const help = { label: 'Help', url: 'http://localhost:8080/help', texts: { de: { label: 'Hilfe' } } };
    const terms = {
      ...link,
      texts: { de: { url: 'https://example.com/de' }, fr: { label: 'Conditions', url: link.url } },
    };
    const { brand, problems } = links([link, help, terms]);
    expect(problems).toEqual([]);
    expect(linksIn(brand.links, 'de')).toEqual([
      link,
      { label: 'Hilfe', url: help.url },
      { label: 'Privacy', url: 'https://example.com/de' },
    ]);
    for (const language of ['en', 'constructor'])
      expect(linksIn(brand.links, language)).toEqual([link, { label: 'Help', url: help.url }, link]);
  });

  it.each([
    ['https://example.com', 'is not valid JSON'],
    ['{}', 'must be a JSON array of objects'],
  ])('may not be %s', (BRAND_LINKS, problem) => {
    expect(read({ BRAND_LINKS }).problems).toEqual([`BRAND_LINKS ${problem}`]);
  });

  it.each([
    [{ url: link.url }, 'lacks "label"'],
    [{ label: 'Privacy' }, 'lacks "url"'],
    [{ ...link, href: 'x' }, 'has the unknown member "href"; it may have "label", "url", "texts"'],
    [{ ...link, label: 'x'.repeat(41) }, 'has a label that is not a line of 1 to 40 characters'],
    [{ ...link, label: 'a\u202eb' }, 'has a label that is not a line of 1 to 40 characters'],
    [{ ...link, label: '\u3164' }, 'has a label that is not a line of 1 to 40 characters'],
    [{ ...link, url: 'http://example.com' }, 'has a url that must use https'],
    [{ ...link, url: 'javascript:alert(1)' }, 'has a url that must be an http or https URL'],
    [{ ...link, url: 'mailto:help@example.com' }, 'has a url that must be an http or https URL'],
    [{ ...link, url: '/privacy' }, 'has a url that must be an absolute URL'],
    [{ ...link, url: 'https://me:hunter2@example.com' }, /has a url that must .*user name or password/],
    [{ ...link, texts: { german: { label: 'x' } } }, 'has texts for "german"; use a language code such as "de"'],
    [{ ...link, texts: { de: 'Datenschutz' } }, 'has texts that are not {"de": {"label", "url"}}'],
    [{ ...link, texts: { de: { url: 'http://example.com' } } }, 'has a url that must use https'],
  ])('may not hold %j', (entry, problem) => {
    const { problems } = links([link, entry]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
    expect(problems[0]).toMatch(/^BRAND_LINKS entry 2 /);
  });

  it('are at most eight', () => {
    expect(links(Array(9).fill(link)).problems).toEqual(['BRAND_LINKS has 9 links; it may have 8']);
  });
});

describe('BRAND_CSS_FILE', () => {
  it('becomes a sheet of tokens', () => {
    const { brand, problems } = read({ BRAND_CSS_FILE: fileOf(':root { --radius: 2px } /* end */') });
    expect(problems).toEqual([]);
    expect(brand.css?.content.toString()).toBe(':root {\n  --radius: 2px;\n}\n');
  });

  it('names every pair of colours that is too alike', () => {
    const path = fileOf(':root { --brand: #f2c94c; --on-brand: #ffffff }', 'brand.css');
    const { problems } = read({ BRAND_CSS_FILE: path });
    expect(problems[0]).toBe(
      `BRAND_CSS_FILE "${path}" gives --on-brand #ffffff on --brand #f2c94c a contrast of 1.58:1 in the light theme; text needs at least 4.5:1`,
    );
    expect(problems.filter((problem) => problem.includes('in the dark theme'))).not.toEqual([]);
  });

  it('is judged by its colours only where it can be read', () => {
    const { problems } = read({ BRAND_CSS_FILE: fileOf('body { color: red } :root { --on-brand: #0b6b62 }') });
    expect(problems).toEqual([expect.stringContaining('contains "body"')]);
  });
});

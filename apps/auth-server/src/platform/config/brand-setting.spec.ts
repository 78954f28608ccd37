import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    (name) => variables[name],
    (name, problem) => problems.push(`${name} ${problem}`),
  );
  return { brand, problems };
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="4"/></svg>';

it('is Consentry without settings', () => {
  expect(read({})).toEqual({ brand: { name: 'Consentry', logo: null, css: null }, problems: [] });
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
    expect(problems).toEqual([expect.stringContaining('holds "body"')]);
  });
});

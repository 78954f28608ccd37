import 'reflect-metadata';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import ts from 'typescript';

const ROOT = join(__dirname, '../../..');

/** The code of a README between `<!-- name -->` and its end. */
function codeIn(readme: string, name: string): string {
  const text = readFileSync(join(ROOT, readme), 'utf8');
  const [, code] = new RegExp(`<!-- ${name} -->\\s+\`\`\`ts\n([^]*?)\`\`\``).exec(text) ?? [];
  if (code === undefined) throw new Error(`${readme} shows no code named ${name}`);
  return code;
}

/** Compiles code as a user's, and runs it. @returns its exports. */
function runCode(code: string, modules: Record<string, unknown>, it?: unknown): { AppModule?: Type } {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  });
  const exports: { AppModule?: Type } = {};
  const load = (name: string): unknown => modules[name] ?? jest.requireActual(name);
  // In Jest's own realm: an object of another equals none of this one.
  const run = Reflect.construct(Function, ['require', 'exports', 'it', outputText]) as (...given: unknown[]) => void;
  run(load, exports, it);
  return exports;
}

const GUARD = { '@consentry/guard': jest.requireActual<object>('@consentry/guard') };

describe('the lines of the README', () => {
  let app: INestApplication;

  beforeAll(async () => {
    const { AppModule } = runCode(codeIn('README.md', 'guard'), GUARD);
    app = await NestFactory.create(AppModule!, { logger: false });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  it('protect a service', async () => {
    const refused = await request(await app.getUrl()).get('/notes');
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="api", scope="notes:read"');
  });
});

describe("the test in the guard's README", () => {
  const code = codeIn('libs/guard/README.md', 'test');

  it('passes on the service that it shows', async () => {
    const service = runCode(codeIn('libs/guard/README.md', 'service'), GUARD);
    const tests: (() => Promise<void>)[] = [];
    const testing = { '@consentry/guard/testing': jest.requireActual<object>('@consentry/guard/testing') };
    const modules = { ...GUARD, ...testing, '../src/app.module': service };
    runCode(code, modules, (_: string, test: () => Promise<void>) => tests.push(test));
    expect(tests).toHaveLength(1);
    await tests[0]!();
  });

  it('has 15 lines at most', () => {
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(15);
  });

  it('is the one that fresh applications run', () => {
    const file = join(ROOT, 'tests/install/fresh-apps/files/notes.e2e-spec.txt');
    const withoutImports = (text: string) => text.slice(text.indexOf('it('));
    expect(withoutImports(readFileSync(file, 'utf8'))).toBe(withoutImports(code));
  });
});

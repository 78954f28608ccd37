import 'reflect-metadata';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import request from 'supertest';
import ts from 'typescript';

const README = join(__dirname, '../../../README.md');

/** The code of the README, compiled as a user's. */
function moduleOfReadme(): Type {
  const [, source = ''] = /<!-- guard -->\s+```ts\n([^]*?)```/.exec(readFileSync(README, 'utf8')) ?? [];
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  });
  const exports: { AppModule?: Type } = {};
  const load = (name: string): unknown =>
    name === '@consentry/guard' ? jest.requireActual('../src/index.ts') : jest.requireActual(name);
  const run = compileFunction(outputText, ['require', 'exports']) as (load: unknown, exports: unknown) => void;
  run(load, exports);
  if (exports.AppModule === undefined) throw new Error('the README shows no AppModule');
  return exports.AppModule;
}

describe('the lines of the README', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await NestFactory.create(moduleOfReadme(), { logger: false });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  it('protect a service', async () => {
    const refused = await request(await app.getUrl()).get('/notes');
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="api"');
  });
});

import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import ts from 'typescript';
import { call } from '@consentry/test-support/world/world';

const COMPILED: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

/** Runs code that a page shows. @param given what its imports and its `it` are, where not the real ones. @returns its exports. */
export function runShown<Exports extends object>(
  code: string,
  given: { modules?: Record<string, unknown>; it?: unknown } = {},
): Partial<Exports> {
  const { outputText } = ts.transpileModule(code, { compilerOptions: COMPILED });
  const exported: Partial<Exports> = {};
  const run = Reflect.construct(Function, ['require', 'exports', 'it', outputText]) as (...given: unknown[]) => void;
  run((name: string): unknown => given.modules?.[name] ?? jest.requireActual(name), exported, given.it);
  return exported;
}

/** A service whose code a page shows, behind @consentry/guard, in this process. */
export class ShownService {
  private constructor(private readonly app: INestApplication) {}

  /** @param code exports `AppModule`. */
  static async start(code: string): Promise<ShownService> {
    const exported = runShown<{ AppModule: Type }>(code);
    const app = await NestFactory.create(exported.AppModule!, { logger: false });
    await app.listen(0, '127.0.0.1');
    return new ShownService(app);
  }

  url(): Promise<string> {
    return this.app.getUrl();
  }

  async get(path: string, token: string) {
    return call('GET', `${await this.url()}${path}`, { headers: { authorization: `Bearer ${token}` } });
  }

  /** Settles once a token is refused. @returns after how many milliseconds. */
  async refusal(path: string, token: string): Promise<number> {
    const begun = performance.now();
    while ((await this.get(path, token)).status !== 401) await new Promise((resolve) => setTimeout(resolve, 10));
    return performance.now() - begun;
  }

  stop(): Promise<void> {
    return this.app.close();
  }
}

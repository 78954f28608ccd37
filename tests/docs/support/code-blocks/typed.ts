import { join } from 'node:path';
import ts from 'typescript';
import { type Block } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';

/** As a Nest app is compiled under `strict`; Nest fills the properties of DTOs itself. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  strictPropertyInitialization: false,
  noEmit: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
  allowJs: true,
  checkJs: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: ['node', 'jest'],
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
};

/** Where blocks would stand as files, of which none is written. */
const FOLDER = join(ROOT, 'docs/.blocks');

/** The reader's own module, for pages that do not show it. */
const READERS = {
  path: join(FOLDER, 'readers.d.ts'),
  text: "declare module '*/app.module' { export class AppModule {} }",
};

interface Placed {
  block: Block;
  text: string;
  /** How many lines stand before the block's own. */
  before: number;
}

/** @returns what is no TypeScript or JavaScript, whatever the types. */
export function syntaxProblems(block: Block): string[] {
  const text = whole(block).join(block.text);
  const { diagnostics = [] } = ts.transpileModule(text, { compilerOptions: OPTIONS, reportDiagnostics: true });
  return diagnostics.slice(0, 1).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** What stands before and after a block. */
const whole = ({ around = '…' }: Block) => around.split(/^ *…\n?$/m);

/** Where a block's file is: those of one page stand in one folder, so that they import each other. */
function place(blocks: readonly Block[]): Map<string, Placed> {
  const placed = new Map<string, Placed>();
  for (const block of blocks) {
    const folder = join(FOLDER, block.page.replaceAll(/\W/g, '-'));
    const extension = block.language === 'js' ? 'mjs' : block.language;
    const path = join(folder, block.file ?? `line-${block.line}.${extension}`);
    const earlier = placed.get(path);
    // A page may show a file again, with more in it.
    if (earlier !== undefined) placed.set(path.replace(/(?=\.\w+$)/, `.line-${earlier.block.line}`), earlier);
    const [before = '', after = ''] = whole(block);
    placed.set(path, { block, text: before + block.text + after, before: before.split('\n').length - 1 });
  }
  return placed;
}

/** @returns what the compiler says of the blocks of TypeScript and JavaScript, as one program. */
export function typeProblems(blocks: readonly Block[]): string[] {
  const placed = place(blocks);
  const texts = new Map([
    [READERS.path, READERS.text],
    ...[...placed].map(([path, { text }]) => [path, text] as const),
  ]);
  const disk = ts.createCompilerHost(OPTIONS);
  const program = ts.createProgram([...texts.keys()], OPTIONS, {
    ...disk,
    directoryExists: (path) => path.startsWith(FOLDER) || disk.directoryExists!(path),
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    getSourceFile: (path, target) => {
      const own = texts.get(path);
      return own === undefined ? disk.getSourceFile(path, target) : ts.createSourceFile(path, own, target);
    },
  });
  return [...placed].flatMap(([path, { block, before }]) => {
    const source = program.getSourceFile(path)!;
    const syntactic = program.getSyntacticDiagnostics(source);
    // The types of what does not parse tell nothing.
    const found = syntactic.length > 0 ? syntactic.slice(0, 1) : program.getSemanticDiagnostics(source);
    return found.map(({ start = 0, messageText }) => {
      const line = block.line + 1 + source.getLineAndCharacterOfPosition(start).line - before;
      return `${block.page}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
  });
}

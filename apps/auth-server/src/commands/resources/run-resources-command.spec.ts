import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UsageError } from '../usage-error';
import { handOn } from './run-resources-command';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'consentry-resources-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('hands its arguments on to @consentry/schematics, in the folder of the service', () => {
  const dist = join(folder, 'node_modules/@consentry/schematics/dist');
  mkdirSync(dist, { recursive: true });
  const program = 'console.log(process.argv.slice(2).join(" "), process.cwd()); process.exitCode = 1;\n';
  writeFileSync(join(dist, 'consentry.js'), program);
  expect(handOn(['check', '--json'], folder)).toEqual({ text: `resources check --json ${folder}\n`, exitCode: 1 });
});

it('says which package has the command where that is not installed', () => {
  expect(() => handOn(['check'], folder)).toThrow(UsageError);
  expect(() => handOn(['check'], folder)).toThrow('@consentry/schematics, which is not installed here');
});

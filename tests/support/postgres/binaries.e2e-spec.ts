import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries } from './binaries';
import { freshDir } from '../server/server';

/** A folder of programs that only print their release. */
function programs(release: string): string {
  const folder = freshDir();
  for (const name of ['initdb', 'postgres']) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho '${name} (PostgreSQL) ${release}'\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

describe('the binaries of PostgreSQL', () => {
  it('are those that were named', () => {
    const named = programs('15.0');
    expect(findPostgresBinaries(named)).toBe(named);
  });

  it('are never others than those named', () => {
    const named = freshDir();
    expect(() => findPostgresBinaries(named)).toThrow(`${named}: no initdb`);
  });

  it('are of a release that the server supports', () => {
    const named = programs('14.18 (Debian 14.18-1)');
    expect(() => findPostgresBinaries(named)).toThrow(`${named}: PostgreSQL 14`);
  });

  it('tell what to do when there are none', () => {
    expect(() => findPostgresBinaries(freshDir())).toThrow(/Install it, .*TEST_POSTGRES_BIN .*TEST_POSTGRES_URL /s);
  });
});

import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDir } from './data-dir';

const modeOf = (path: string) => statSync(path).mode & 0o7777;

describe('prepareDataDir', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consentry-data-'));
  const umask = process.umask();
  afterAll(() => {
    process.umask(umask);
    rmSync(folder, { recursive: true });
  });

  it('makes the folder, and those above it, for the owner alone', () => {
    const path = join(folder, 'a', 'b');
    prepareDataDir(path);
    expect(modeOf(path)).toBe(0o700);
    writeFileSync(join(path, 'file'), '');
    expect(modeOf(join(path, 'file'))).toBe(0o600);
  });

  it('closes one that was open', () => {
    const path = mkdtempSync(join(folder, 'open-'));
    chmodSync(path, 0o755);
    prepareDataDir(path);
    expect(modeOf(path)).toBe(0o700);
  });

  it('leaves a folder that is everybody’s as it is', () => {
    const path = mkdtempSync(join(folder, 'shared-'));
    chmodSync(path, 0o1777);
    prepareDataDir(path);
    expect(modeOf(path)).toBe(0o1777);
  });

  // Only root may give a folder away.
  (process.geteuid?.() === 0 ? it : it.skip)('uses one of another user as it is, and tells what to warn of', () => {
    const path = mkdtempSync(join(folder, 'volume-'));
    chownSync(path, 12_345, 2_000);
    chmodSync(path, 0o2770);
    expect(prepareDataDir(path)).toBe('the data folder belongs to another user, and others than its owner can open it');
    expect(modeOf(path)).toBe(0o2770);
    writeFileSync(join(path, 'file'), '');
    expect(modeOf(join(path, 'file'))).toBe(0o600);
  });

  it('says in one line what cannot be used', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const [path, reason] of [
      [file, 'file already exists (EEXIST)'],
      [join(file, 'below'), 'not a directory (ENOTDIR)'],
    ] as const)
      expect(() => prepareDataDir(path)).toThrow(
        expect.objectContaining({
          name: 'StartError',
          message: `the data folder ${path} cannot be used: ${reason}`,
        }) as Error,
      );
  });
});

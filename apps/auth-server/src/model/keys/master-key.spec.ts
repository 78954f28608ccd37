import { createHmac } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../platform/config/settings-error';
import { KEY_LABEL, assertCheckValue, checkValueOf, deriveKey, loadMasterKeyFile } from './master-key';

const KEY = Buffer.alloc(32, 7);

describe('the keys derived from the master key', () => {
  it('are one for each purpose, of 32 bytes, the same every time', () => {
    const derived = Object.values(KEY_LABEL).map((label) => deriveKey(KEY, label).export().toString('hex'));
    expect(new Set(derived).size).toBe(10);
    for (const key of derived) expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(deriveKey(KEY, KEY_LABEL.refresh).export().toString('hex')).toBe(derived[1]);
    expect(derived).not.toContain(KEY.toString('hex'));
  });

  it('carry a version in their labels', () => {
    for (const label of Object.values(KEY_LABEL)) expect(label).toMatch(/^consentry\/[a-z]+\/1$/);
  });

  it('are HKDF-SHA-256 (RFC 5869), so that a stored token outlives a rewrite', () => {
    // RFC 5869 §2 written out: extract with a salt of zeros, expand to one block.
    const sealing = deriveKey(KEY, KEY_LABEL.sealing).export().toString('hex');
    const extract = createHmac('sha256', Buffer.alloc(32)).update(KEY).digest();
    const expand = createHmac('sha256', extract)
      .update('consentry/sealing/1')
      .update(Buffer.from([1]))
      .digest('hex');
    expect(sealing).toBe(expand);
  });
});

describe('the check value', () => {
  it('fits its key alone and shows nothing of it', () => {
    const value = checkValueOf(KEY);
    expect(value).toMatch(/^[0-9a-f]{64}$/);
    expect(() => assertCheckValue(KEY, value)).not.toThrow();
    expect(() => assertCheckValue(Buffer.alloc(32, 8), value)).toThrow(StartError);
    expect(() => assertCheckValue(KEY, '')).toThrow(/master key is not the one/);
  });
});

describe('the master key file', () => {
  const root = mkdtempSync(join(tmpdir(), 'consentry-key-'));
  const folder = () => mkdtempSync(join(root, 'data-'));
  afterAll(() => rmSync(root, { recursive: true }));

  it('is made on the first run, for the owner alone, and read again later', () => {
    const dataDir = folder();
    const key = loadMasterKeyFile(dataDir, false);
    expect(key).toHaveLength(32);
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe(`${key.toString('base64url')}\n`);
    expect(loadMasterKeyFile(dataDir, true)).toEqual(key);
    expect(loadMasterKeyFile(dataDir, false)).toEqual(key);
  });

  it('leaves no draft behind, and no two are alike', () => {
    const [one, two] = [folder(), folder()];
    expect(loadMasterKeyFile(one, false)).not.toEqual(loadMasterKeyFile(two, false));
    expect(readdirSync(one)).toEqual(['master.key']);
  });

  it('lost, is never made anew', () => {
    const dataDir = folder();
    expect(() => loadMasterKeyFile(dataDir, true)).toThrow(/master key is missing/);
    expect(existsSync(join(dataDir, 'master.key'))).toBe(false);
  });

  it('may stand without a line end', () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'master.key'), KEY.toString('base64url'));
    expect(loadMasterKeyFile(dataDir, true)).toEqual(KEY);
  });

  it.each(['', 'short', KEY.toString('hex'), `${KEY.toString('base64url')}A`, KEY.toString('base64'), '\0'.repeat(32)])(
    'that holds %j is refused and left as it is',
    (content) => {
      const dataDir = folder();
      writeFileSync(join(dataDir, 'master.key'), content);
      expect(() => loadMasterKeyFile(dataDir, false)).toThrow(/does not contain 32 bytes/);
      expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe(content);
    },
  );

  it('that cannot be read is said so', () => {
    const dataDir = folder();
    mkdirSync(join(dataDir, 'master.key'));
    expect(() => loadMasterKeyFile(dataDir, false)).toThrow(
      /cannot be read: illegal operation on a directory \(EISDIR\)/,
    );
  });
});

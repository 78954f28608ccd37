import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CredentialsFile, newAccount } from './credentials';

describe('CredentialsFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-credentials-'));
  const path = join(folder, 'made', 'credentials.json');
  const file = new CredentialsFile(path);
  const account = newAccount(true);
  const application = { clientId: 'c', clientSecret: 's', redirectUri: 'http://localhost:8080/callback' };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is empty before the first run', () => {
    expect(file.read()).toBeUndefined();
  });

  it('gives back what was written, first the account alone', () => {
    file.write({ account });
    expect(file.read()).toEqual({ account });
    file.write({ account, application });
    expect(file.read()).toEqual({ account, application });
  });

  it('is for this system user only, and leaves nothing beside it', () => {
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(join(folder, 'made')).mode & 0o777).toString(8)).toBe('700');
    expect(readdirSync(join(folder, 'made'))).toEqual(['credentials.json']);
  });

  it.each([
    '',
    '{"account":{"ema',
    'null',
    '[]',
    '{"account":{"email":"demo@example.com"}}',
    '{"account":{"email":"demo@example.com","password":"a\'; rm -rf b"}}',
    '{"account":{"email":"demo@example.com","password":"p"},"application":{"clientId":"c"}}',
  ])('counts as empty when it holds %j', (text) => {
    writeFileSync(path, text);
    expect(file.read()).toBeUndefined();
  });
});

describe('newAccount', () => {
  it('has a new password each time, and a new email but for the first', () => {
    const [first, again, later, latest] = [newAccount(true), newAccount(true), newAccount(false), newAccount(false)];
    expect(first.email).toBe('demo@example.com');
    expect(new Set([first.password, again.password, later.password, latest.password]).size).toBe(4);
    expect(new Set([first.email, later.email, latest.email]).size).toBe(3);
    expect(first.password).toMatch(/^[\w-]{24}$/);
  });
});

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writePrivateFile } from './private-file';

export interface DemoAccount {
  email: string;
  password: string;
}

export interface DemoApplication {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** The demo writes the account before it creates it, the application after: a crash between leaves the account only. */
export interface Credentials {
  account: DemoAccount;
  application?: DemoApplication;
}

/** A new account. Only the first is `demo@example.com`: that address may be taken by an older account. */
export function newAccount(isFirst: boolean, name = 'demo'): DemoAccount {
  const tag = isFirst ? '' : `-${randomBytes(4).toString('hex')}`;
  return { email: `${name}${tag}@example.com`, password: randomBytes(18).toString('base64url') };
}

/** `credentials.json`, for this system user only. */
export class CredentialsFile {
  constructor(private readonly path: string) {}

  /** Undefined if the file is missing or incomplete: the demo then creates new credentials. */
  read(): Credentials | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(this.path, 'utf8'));
      return isCredentials(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  write(credentials: Credentials): void {
    writePrivateFile(this.path, `${JSON.stringify(credentials, null, 2)}\n`);
  }
}

function isCredentials(value: unknown): value is Credentials {
  const { account, application } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (!hasTexts(account, ['email', 'password'])) return false;
  return application === undefined || hasTexts(application, ['clientId', 'clientSecret', 'redirectUri']);
}

function hasTexts(value: unknown, names: string[]): boolean {
  const record = (value ?? {}) as Record<string, unknown>;
  // The transcript puts them between single quotes of a shell.
  return names.every((name) => typeof record[name] === 'string' && /^[\w.:/@~-]+$/.test(record[name]));
}

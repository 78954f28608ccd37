import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface DemoAccount {
  email: string;
  password: string;
}

export interface DemoApplication {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** The account is written down before it exists, the application after: a crash between leaves only the first. */
export interface Credentials {
  account: DemoAccount;
  application?: DemoApplication;
}

/** An account to sign up with. A later one gets an e-mail of its own, as the first one's may be taken. */
export function newAccount(isFirst: boolean): DemoAccount {
  const tag = isFirst ? '' : `-${randomBytes(4).toString('hex')}`;
  return { email: `demo${tag}@example.com`, password: randomBytes(18).toString('base64url') };
}

/** `credentials.json`, for this system user only. */
export class CredentialsFile {
  constructor(private readonly path: string) {}

  /** Undefined when there is none, or it is not whole: the demo then makes new ones. */
  read(): Credentials | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(this.path, 'utf8'));
      return isCredentials(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  /** By way of a second file, so that a crash leaves the old or the new one whole. */
  write(credentials: Credentials): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const draft = `${this.path}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.path);
  }
}

function isCredentials(value: unknown): value is Credentials {
  const { account, application } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (!hasTexts(account, ['email', 'password'])) return false;
  return application === undefined || hasTexts(application, ['clientId', 'clientSecret', 'redirectUri']);
}

function hasTexts(value: unknown, names: string[]): boolean {
  const record = (value ?? {}) as Record<string, unknown>;
  // They are printed between single quotes for a shell.
  return names.every((name) => typeof record[name] === 'string' && /^[\w.:/@~-]+$/.test(record[name]));
}

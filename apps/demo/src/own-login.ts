import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AuthApi } from './auth-api';
import { type Credentials, CredentialsFile, newAccount } from './credentials';
import type { Environment } from './config/demo-settings';
import { writePrivateFile } from './private-file';

/** `examples/own-login`, the application with a table of users and a login. */
export const OWN_LOGIN_MAIN = resolve(__dirname, '../../../examples/own-login/dist/main.js');

/** What the auth server needs to send people to it. */
export const settingsFor = (appUrl: string): Environment => ({
  SIGN_IN_URL: `${appUrl}/consentry`,
  SUBJECT: 'theirs',
  SIGN_UP: 'closed',
  // The demo application registers itself: no account exists before the first sign-in.
  DYNAMIC_REGISTRATION: 'open',
});

/** The person, key and secret of the application with the login: made once, and kept in the data folder. */
export class OwnLogin {
  readonly credentials: CredentialsFile;
  private readonly users: string;
  private readonly secrets: string;

  constructor(dataDir: string) {
    this.credentials = new CredentialsFile(join(dataDir, 'credentials.json'));
    this.users = join(dataDir, 'users.sqlite');
    this.secrets = join(dataDir, 'own-login.json');
  }

  /** The environment that the application is started with. */
  environment(): Environment {
    const { email, password } = this.person().account;
    const first = { FIRST_USER_EMAIL: email, FIRST_USER_PASSWORD: password };
    return { ...this.readSecrets(), ...first, DATABASE: this.users };
  }

  /** Finds the third party's registration, or makes it. */
  async enrol(api: AuthApi, redirectUri: string): Promise<Required<Credentials>> {
    const { account, application: known } = this.person();
    const isGood = known?.redirectUri === redirectUri && (await api.acceptsSecret(known));
    const credentials = { account, application: isGood ? known : await api.registerApplication(redirectUri) };
    this.credentials.write(credentials);
    return credentials;
  }

  private person(): Credentials {
    const known = this.credentials.read();
    if (known !== undefined) return known;
    const made = { account: newAccount(!existsSync(this.users), 'ada') };
    this.credentials.write(made);
    return made;
  }

  /** Made anew where the file is missing or incomplete: sessions at the application end by it, nothing else. */
  private readSecrets(): Environment {
    try {
      const { SIGN_IN_KEY, SESSION_SECRET } = JSON.parse(readFileSync(this.secrets, 'utf8')) as Environment;
      if (SIGN_IN_KEY && SESSION_SECRET) return { SIGN_IN_KEY, SESSION_SECRET };
    } catch {
      // As without the file.
    }
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const made = {
      SIGN_IN_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
      SESSION_SECRET: randomBytes(32).toString('hex'),
    };
    writePrivateFile(this.secrets, `${JSON.stringify(made, null, 2)}\n`);
    return made;
  }
}

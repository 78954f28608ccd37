/** What the tests use of it; the package has no types. */
declare module 'simple-oauth2' {
  type Parameters = Record<string, string | string[]>;

  export interface ModuleOptions {
    client: { id: string; secret: string };
    auth: { tokenHost: string; tokenPath: string; authorizePath: string; revokePath: string };
    options: { authorizationMethod: 'header' | 'body' };
  }

  export class AccessToken {
    token: { access_token: string; refresh_token: string; scope: string };
    expired(): boolean;
    refresh(parameters: Parameters): Promise<AccessToken>;
    revoke(type: 'access_token' | 'refresh_token'): Promise<void>;
    revokeAll(): Promise<void>;
  }

  export class AuthorizationCode {
    constructor(options: ModuleOptions);
    authorizeURL(parameters: Parameters): string;
    getToken(parameters: Parameters): Promise<AccessToken>;
  }
}

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { signAccessToken } from '../limit/tokens.mjs';
import { sha256 } from './database.mjs';

const GRANTS = ['authorization_code', 'refresh_token', 'client_credentials'];
const random = async () => randomBytes(32).toString('base64url');

const granted = ({ client_id: id, account, scope }) => ({
  client: { id },
  user: { id: account },
  scope: scope.split(' '),
});

/** A typical model: fast hashes of secrets, codes and refresh tokens as rows, JWT access tokens without rows. */
export class Model {
  generateAuthorizationCode = random;
  generateRefreshToken = random;

  constructor(statements) {
    this.statements = statements;
  }

  async getClient(id, secret) {
    const row = this.statements.client.get(id);
    if (row === undefined) return null;
    if (secret !== null && !timingSafeEqual(sha256(secret), row.secret_hash)) return null;
    return { id: row.id, grants: GRANTS, redirectUris: [row.redirect_uri] };
  }

  async generateAccessToken({ id: clientId }, { id: accountId }) {
    return signAccessToken({ accountId, clientId }, Date.now());
  }

  async saveAuthorizationCode(code, client, user) {
    const { authorizationCode, redirectUri, scope, codeChallenge, codeChallengeMethod, expiresAt } = code;
    const values = [redirectUri, scope.join(' '), codeChallenge, codeChallengeMethod, expiresAt.getTime()];
    this.statements.addCode.run(authorizationCode, client.id, user.id, ...values);
    return { ...code, client, user };
  }

  async getAuthorizationCode(authorizationCode) {
    const row = this.statements.code.get(authorizationCode);
    if (row === undefined) return null;
    return {
      authorizationCode,
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge,
      codeChallengeMethod: row.code_challenge_method,
      expiresAt: new Date(row.expires_at),
      ...granted(row),
    };
  }

  async revokeAuthorizationCode({ authorizationCode }) {
    return this.statements.removeCode.run(authorizationCode).changes === 1;
  }

  async saveToken(token, client, user) {
    const { refreshToken, scope, refreshTokenExpiresAt } = token;
    if (refreshToken === undefined) return { ...token, client, user };
    this.statements.addToken.run(refreshToken, client.id, user.id, scope.join(' '), refreshTokenExpiresAt.getTime());
    return { ...token, client, user };
  }

  /** A client_credentials token has no row. */
  async getUserFromClient({ id }) {
    return { id };
  }

  async getRefreshToken(refreshToken) {
    const row = this.statements.token.get(refreshToken);
    if (row === undefined) return null;
    return { refreshToken, refreshTokenExpiresAt: new Date(row.expires_at), ...granted(row) };
  }

  async revokeToken({ refreshToken }) {
    return this.statements.removeToken.run(refreshToken).changes === 1;
  }
}

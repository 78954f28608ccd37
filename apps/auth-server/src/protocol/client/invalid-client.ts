import { OAuthError } from '../oauth-error';

/** Every 401 carries a challenge (RFC 9110 §15.5.2): the same one for all, however the client tried (ADR 8). */
const CHALLENGE = 'Basic realm="consentry", charset="UTF-8"';

export const invalidClient = (description = 'client authentication failed') =>
  new OAuthError('invalid_client', description, { challenge: CHALLENGE });

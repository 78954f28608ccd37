import { expiry } from '../database/removal';

export const forgetInitialAccessTokens = expiry('initial_access_tokens', { key: 'id', column: 'expires_at' });

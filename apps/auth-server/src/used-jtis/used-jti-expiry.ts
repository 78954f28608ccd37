import { expiry } from '../database/removal';

/** What would not be taken any more, used or not. */
export const forgetUsedTokens = expiry('used_tokens', { key: 'hash', column: 'expires_at' });

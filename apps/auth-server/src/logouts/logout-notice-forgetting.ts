import { expiry } from '../database/removal';

/** An hour in which a server that was down still delivers the notices that it finds. */
const GRACE = 3_600_000;

/** Removes notices that expired without an attempt, such as those of a client that is paused. */
export const forgetLogoutNotices = expiry('logout_notices', { key: 'id', column: 'expires_at', grace: GRACE });

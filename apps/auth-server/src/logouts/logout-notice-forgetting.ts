import { expiry } from '../database/removal';

/** A server that was down for long still gets to deliver what it finds: an hour after nobody else would try. */
const GRACE = 3_600_000;

/** Of clients that are left alone because they do not answer: their notices expire before there was an attempt. */
export const forgetLogoutNotices = expiry('logout_notices', { key: 'id', column: 'expires_at', grace: GRACE });

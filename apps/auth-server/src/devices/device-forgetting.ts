import { expiry } from '../database/removal';

/** A device may be asleep: for so many milliseconds it is told that its code has expired. */
const REMEMBERED = 600_000;

/** Device codes that have expired, spent or not. */
export const forgetDevices = expiry('device_codes', { key: 'hash', column: 'expires_at', grace: REMEMBERED });

import { OAuthError, invalidGrant } from '../oauth-error';

/** How long a device code lives, in seconds. */
export const DEVICE_CODE_TTL = 600;

/** Seconds between two polls, and what is added to them for each that comes too early (RFC 8628 §3.5). */
export const POLL_INTERVAL = 5;

/** What is known of a device code. Times in epoch milliseconds. */
export interface DeviceState {
  /** The client's `client_id`. */
  publicClientId: string;
  expiresAt: number;
  decidedAt: number | null;
  /** Of an approval. */
  grantId: string | null;
  /** The grant's epoch then. */
  grantEpoch: number | null;
  redeemedAt: number | null;
}

export type Approved<Device extends DeviceState> = Device & { grantId: string; grantEpoch: number };

/**
 * What a poll finds, but whether it came too early.
 *
 * @returns the device code where it was approved; `null` while the account has not decided.
 * @throws OAuthError `invalid_grant`, `expired_token` or `access_denied` (400: a token endpoint's answer).
 */
export function judgePoll<Device extends DeviceState>(
  device: Device | null,
  { publicClientId, now }: { publicClientId: string; now: number },
): Approved<Device> | null {
  if (device === null || device.publicClientId !== publicClientId || device.redeemedAt !== null) throw refusedDevice();
  if (now >= device.expiresAt) throw new OAuthError('expired_token', 'the device code has expired; begin again');
  if (device.decidedAt === null) return null;
  if (device.grantId === null)
    throw new OAuthError('access_denied', 'the account refused the request', { status: 400 });
  return device as Approved<Device>;
}

export const refusedDevice = () => invalidGrant('the device code is unknown or not valid any more');

/** What to tell a device whose account has not decided. */
export const pending = (cameInTime: boolean) =>
  cameInTime
    ? new OAuthError('authorization_pending', 'the account has not decided yet')
    : new OAuthError('slow_down', `poll less often: wait ${POLL_INTERVAL} seconds longer between two polls`);

import { OAuthError, invalidGrant } from '../oauth-error';

/** Seconds. */
export const DEVICE_CODE_TTL = 600;

/** Seconds, added again for each early poll (RFC 8628 §3.5). */
export const POLL_INTERVAL = 5;

/** Seconds by which a poll may come early: timers and networks are not exact. */
export const EARLY_POLL = 1;

/** Times in epoch milliseconds. */
export interface DeviceState {
  publicClientId: string;
  expiresAt: number;
  decidedAt: number | null;
  /** Set by an approval. */
  grantId: string | null;
  /** At the approval. */
  grantEpoch: number | null;
  /** Of the grant. */
  reissues: number | null;
  redeemedAt: number | null;
}

export type Approved<Device extends DeviceState> = Device & { grantId: string; grantEpoch: number; reissues: number };

/**
 * Regardless of the interval.
 *
 * @returns the device code if approved; `null` while undecided.
 * @throws OAuthError `invalid_grant`, `expired_token` or `access_denied` (400: a token endpoint's answer).
 */
export function judgePoll<Device extends DeviceState>(
  device: Device | null,
  { publicClientId, now }: { publicClientId: string; now: number },
): Approved<Device> | null {
  if (device === null || device.publicClientId !== publicClientId || device.redeemedAt !== null) throw refusedDevice();
  if (now >= device.expiresAt) throw new OAuthError('expired_token', 'the device code has expired; start again');
  if (device.decidedAt === null) return null;
  if (device.grantId === null) throw new OAuthError('access_denied', 'the user denied the request', { status: 400 });
  return device as Approved<Device>;
}

export const refusedDevice = () => invalidGrant('the device code is unknown or no longer valid');

export const pending = (cameInTime: boolean) =>
  cameInTime
    ? new OAuthError('authorization_pending', 'the user has not decided yet')
    : new OAuthError('slow_down', `poll less often: wait ${POLL_INTERVAL} seconds longer between polls`);

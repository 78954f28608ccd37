import { serialize } from 'cookie';
import { DEVICE_CODE_TTL } from '../../protocol/device/device-polling';
import { parseUserCode } from '../../protocol/device/user-code';

const NAME = 'consentry_device';

/** The user code that a browser is about, so that no address holds it. */
export interface DeviceNote {
  /** `linked`: a link brought it, and nobody has compared it yet. */
  step: 'linked' | 'compared';
  /** Normalized. */
  userCode: string;
}

export function deviceNote(cookies: Readonly<Record<string, string | undefined>>): DeviceNote | null {
  const [step, text = ''] = (cookies[NAME] ?? '').split('.');
  const userCode = parseUserCode(text);
  return userCode !== null && (step === 'linked' || step === 'compared') ? { step, userCode } : null;
}

/** @param note `null`: forgets it. @param url of `/device`. */
export const deviceCookie = (note: DeviceNote | null, url: string): Record<string, string> => ({
  'set-cookie': serialize(NAME, note === null ? '' : `${note.step}.${note.userCode}`, {
    ...{ path: new URL(url).pathname, httpOnly: true, sameSite: 'lax', secure: url.startsWith('https:') },
    maxAge: note === null ? 0 : DEVICE_CODE_TTL,
  }),
});

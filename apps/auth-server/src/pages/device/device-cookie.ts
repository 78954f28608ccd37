import type { Settings } from '../../config/settings';
import { cookieName, ownCookie } from '../../http/answers/own-cookie';
import { DEVICE_CODE_TTL } from '../../protocol/device/device-polling';
import { parseUserCode } from '../../protocol/device/user-code';
import type { Visit } from '../rendering/visit';

const NAME = 'consentry_device';
const FORGOTTEN = { value: '', maxAge: 0 };

/** The user code that a browser is about, so that no address holds it. */
export interface DeviceNote {
  /** `linked`: a link brought it, and nobody has compared it yet. */
  step: 'linked' | 'compared';
  /** Normalized. */
  userCode: string;
}

export function deviceNote(settings: Settings, { cookies }: Visit): DeviceNote | null {
  const [step, text = ''] = (cookies[cookieName(settings, NAME, '__Secure-')] ?? '').split('.');
  const userCode = parseUserCode(text);
  return userCode !== null && (step === 'linked' || step === 'compared') ? { step, userCode } : null;
}

/** @param note `null`: forgets it. @param path of the page. */
export const deviceCookie = (settings: Settings, note: DeviceNote | null, path: string): Record<string, string> => ({
  'set-cookie': ownCookie(settings, NAME, {
    ...(note === null ? FORGOTTEN : { value: `${note.step}.${note.userCode}`, maxAge: DEVICE_CODE_TTL }),
    path: settings.pathPrefix + path,
  }),
});

import type { Settings } from '../../platform/config/settings';
import { cookieName, ownCookie } from '../../platform/http/answers/own-cookie';
import type { Visit } from '../rendering/visit';

const NAME = 'consentry_sign_up';

/** Seconds; the sign-up is over no later. */
const KEPT = 1_800;

/** Takes the code of the mail; the cookie is for it alone. */
export const CODE_PAGE = '/sign-up/code';

/** A `Set-Cookie` header. */
export const signUpCookie = (settings: Settings, key: string): string =>
  ownCookie(settings, NAME, { value: key, maxAge: KEPT, path: settings.pathPrefix + CODE_PAGE });

/** @returns '' where the browser has none, which is no key. */
export const signUpKey = (settings: Settings, { cookies }: Visit): string =>
  cookies[cookieName(settings, NAME, '__Secure-')] ?? '';

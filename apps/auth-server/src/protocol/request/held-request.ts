import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { derivedToken, timeOfToken } from '../token/opaque-secret';

/** How long a browser may come back to a pushed request that it brought in time, in milliseconds. */
export const HELD = 3_600_000;

/** Requests that one browser holds at most: the cookie stays short. */
const MOST = 5;

const SEPARATOR = '.';

/**
 * Notes that a browser brought a pushed request while its `request_uri` lived: people sign in, read and decide at their
 * own pace, and reload pages (WCAG 2.2.1). They follow from a key, so that nobody makes one for a `request_uri` found later.
 *
 * @param notes of the browser's cookie, of anyone's making.
 * @param request the pushed request's hash.
 * @returns when it brought the request, in epoch milliseconds; `null`: never, or too long ago.
 */
export function broughtAt(notes: string, request: string, now: number, key: KeyObject): number | null {
  const found = fresh(notes, now).find((note) => isEqual(note, noteOf(request, timeOfToken(note), key)));
  return found === undefined ? null : timeOfToken(found);
}

/** The notes with that of another request, the oldest left out. */
export const withRequest = (notes: string, request: string, now: number, key: KeyObject): string =>
  [noteOf(request, now, key), ...fresh(notes, now)].slice(0, MOST).join(SEPARATOR);

const fresh = (notes: string, now: number) =>
  notes
    .split(SEPARATOR, MOST)
    .filter((note) => /^[\w-]{43}$/.test(note) && timeOfToken(note) <= now && now - timeOfToken(note) < HELD);

const noteOf = (request: string, at: number, key: KeyObject) => derivedToken(key, `${request}.${at}`, at);

const isEqual = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

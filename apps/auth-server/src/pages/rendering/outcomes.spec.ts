import { createSecretKey } from 'node:crypto';
import { parse } from 'cookie';
import type { DerivedKeys } from '../../model/keys/derived-keys';
import { unseal } from '../../model/keys/sealing';
import { readSettings } from '../../platform/config/read-settings';
import { sessionCookie } from '../../model/sessions/session-cookie';
import { Outcomes } from './outcomes';
import type { Refusal } from './refusal';

import type { Visit } from './visit';

const KEY = createSecretKey(Buffer.alloc(32, 1));
const PAGE = '/sign-in?return_to=%2Faccount';
const WRONG: Refusal = { status: 401, wrong: { password: 'wrong' }, typed: { email: 'ada@example.com' } };

let now = 0;
const settings = readSettings({ AUTH_URL: 'https://auth.example.com', DEVELOPERS: 'all' });
const outcomes = new Outcomes({ outcome: KEY } as DerivedKeys, settings, { now: () => now, elapsed: () => now });

const visitOf = (address: string, cookie = '', more: Partial<Visit> = {}): Visit => {
  const [path = '', queryText = ''] = address.split('?');
  const cookies = parse(cookie);
  return { method: 'GET', path, queryText, cookies, credentials: { cookie }, isUnseen: false, ...more } as Visit;
};

/** The cookie that a refusal sets, as browsers send it. */
const kept = (refusal: Refusal, session = '') => {
  const [cookie = ''] = outcomes.keep(visitOf('/sign-in', session), PAGE, refusal).split(';');
  return session === '' ? cookie : `${session}; ${cookie}`;
};

describe('a refusal', () => {
  beforeEach(() => (now = 0));

  it('is found on its page', () => {
    expect(outcomes.findRefusal(visitOf(PAGE, kept(WRONG)))).toMatchObject(WRONG);
  });

  it('is kept for a minute, for the host alone, out of the reach of scripts', () => {
    expect(outcomes.keep(visitOf(PAGE), PAGE, WRONG)).toMatch(
      /^__Host-consentry_outcome=v1\.[\w-]+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const cookie = kept(WRONG);
    now = 60_000;
    expect(outcomes.findRefusal(visitOf(PAGE, cookie))).toBeNull();
  });

  it.each([
    ['another page', visitOf('/sign-in', kept(WRONG))],
    ['another session', visitOf(PAGE, `__Host-consentry_session=two; ${kept(WRONG, '__Host-consentry_session=one')}`)],
    ['a browser that is signed in meanwhile', visitOf(PAGE, `__Host-consentry_session=two; ${kept(WRONG)}`)],
    ['a form', visitOf(PAGE, kept(WRONG), { method: 'POST' })],
    ['a page that no person sees', visitOf(PAGE, kept(WRONG), { isUnseen: true })],
    ['a made-up cookie', visitOf(PAGE, '__Host-consentry_outcome=v1.AAAA')],
  ])('is nothing to %s', (_, visit) => {
    expect(outcomes.findRefusal(visit)).toBeNull();
  });

  it('never holds a password', () => {
    const typed = { name: 'Ada', password: 'secret-1', current_password: 'secret-2' };
    const [, sealed = ''] = kept({ ...WRONG, typed }).split('=');
    const text = unseal(sealed, KEY, ` ${PAGE}`).toString();
    expect(JSON.parse(text)).toEqual({ ...WRONG, typed: { name: 'Ada' }, until: 60_000 });
  });

  it('is found in the session that its own answer begins or ends', () => {
    const begun = sessionCookie(settings, 'two', 60);
    const [cookie] = outcomes.keep(visitOf('/verify', '__Host-consentry_session=one'), PAGE, WRONG, [begun]).split(';');
    expect(outcomes.findRefusal(visitOf(PAGE, `__Host-consentry_session=two; ${cookie}`))).toMatchObject(WRONG);
    expect(outcomes.findRefusal(visitOf(PAGE, `__Host-consentry_session=one; ${cookie}`))).toBeNull();
  });

  it('fits a cookie, without what was typed where that is too long', () => {
    const cookie = outcomes.keep(visitOf(PAGE), PAGE, { ...WRONG, typed: { scope: 'x'.repeat(4_000) } });
    expect(cookie.length).toBeLessThan(4_096);
    expect(outcomes.findRefusal(visitOf(PAGE, cookie.split(';')[0]))).toMatchObject({ ...WRONG, typed: {} });
  });
});

import type { BridgeSettings } from './bridge.settings.ts';
import type { AdapterRequest } from './options.ts';
import { type Page, leadPage, signOutPage } from './pages.ts';
import { subjectOf } from './person.ts';
import type { Requests } from './requests.ts';
import { Stop } from './stop.ts';
import { type Visit, onlyOne } from './visit.ts';
import { languageOf } from './words.ts';

/** Fastify's reply is settled once it is sent, which waits for this. */
const settled = (done: unknown, response: unknown) => (done === response ? undefined : done);

/** Ends the app's own session for a person who signs out of the auth server. */
export class SignOutFlow {
  constructor(
    private readonly settings: BridgeSettings,
    private readonly requests: Requests,
  ) {}

  /** Any site can lead here: nothing ends without the button. Rejects with a `Stop`. */
  async ask(visit: Visit): Promise<Page> {
    const token = onlyOne(visit, 'request');
    await this.requests.readSignOut(token);
    const here = `${this.settings.path}/sign-out?${new URLSearchParams({ request: token! }).toString()}`;
    return signOutPage(languageOf(visit.acceptLanguage), here, `${this.settings.issuer}/`);
  }

  /** Of that person alone: another may have signed in since. Rejects with a `Stop`. */
  async signOut(visit: Visit, response: AdapterRequest): Promise<Page> {
    const { issuer, origin, user, signOut } = this.settings;
    if (visit.origin !== origin)
      throw new Stop('foreign', `a form of ${visit.origin ?? 'no origin'} tried to sign out`);
    const subject = await this.requests.readSignOut(onlyOne(visit, 'request'), { isClicked: true });
    const person = await user(visit.request);
    if (person && subjectOf(person.id) === subject) await settled(signOut(visit.request, response), response);
    return leadPage(languageOf(visit.acceptLanguage), 'signedOut', `${issuer}/sign-out`);
  }
}

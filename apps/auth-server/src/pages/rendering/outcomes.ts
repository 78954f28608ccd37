import { Inject, Injectable } from '@nestjs/common';
import { DerivedKeys } from '../../model/keys/derived-keys';
import { seal, unseal } from '../../model/keys/sealing';
import { readSessionCookie } from '../../model/sessions/session-cookie';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { cookieName, ownCookie } from '../../platform/http/answers/own-cookie';
import type { Done } from './done';
import type { Refusal } from './refusal';
import { type Visit, addressOf } from './visit';

const NAME = 'consentry_outcome';

/** Seconds; a browser that follows the redirect requests the page at once. */
const KEPT = 60;

/** Characters; browsers keep no cookie over 4,096 with its name and attributes. */
const LARGEST = 3_800;

/** The cookie must hold no password, whatever its field is called. */
const SECRET = /password/;

type Outcome = Refusal | Done;

/** `until`: epoch milliseconds. */
type Kept = Outcome & { until: number };

/**
 * What became of a form, from its POST to the GET of the page that tells it: in a cookie, sealed for the page's address
 * and the session of the browser, so that it says nothing on other pages and to other sessions.
 */
@Injectable()
export class Outcomes {
  constructor(
    private readonly keys: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param page its address below the prefix.
   * @param cookies that the same answer sets: with them the browser requests the page.
   * @returns a `Set-Cookie` header.
   */
  keep(visit: Visit, page: string, outcome: Outcome, cookies: readonly string[] = []): string {
    const cookie = [...cookies, visit.credentials.cookie ?? ''].join('; ');
    const context = this.contextOf(cookie, page);
    const until = this.clock.now() + KEPT * 1000;
    if (!('wrong' in outcome)) return this.cookie(this.seal({ ...outcome, until }, context), KEPT);
    const typed = Object.entries(outcome.typed ?? {}).filter(([name]) => !SECRET.test(name));
    const kept = { ...outcome, typed: Object.fromEntries(typed), until };
    const whole = this.seal(kept, context);
    return this.cookie(whole.length <= LARGEST ? whole : this.seal({ ...kept, typed: {} }, context), KEPT);
  }

  /** Of the form on the visited page; `null`: none, also for a page that a browser loads unseen. */
  findRefusal(visit: Visit): Refusal | null {
    const kept = this.find(visit);
    return kept !== null && 'wrong' in kept ? kept : null;
  }

  /** The same, of a form that was carried out. */
  findDone(visit: Visit): Done | null {
    const kept = this.find(visit);
    return kept !== null && 'done' in kept ? kept : null;
  }

  /** A `Set-Cookie` header. */
  forget(): string {
    return this.cookie('', 0);
  }

  private find(visit: Visit): Kept | null {
    const sealed = visit.cookies[cookieName(this.settings, NAME)];
    if (sealed === undefined || visit.method !== 'GET' || visit.isUnseen) return null;
    try {
      const context = this.contextOf(visit.credentials.cookie, addressOf(visit));
      const kept = JSON.parse(unseal(sealed, this.keys.outcome, context).toString()) as Kept;
      return kept.until > this.clock.now() ? kept : null;
    } catch {
      // Of another page, another session, or nothing that we sealed.
      return null;
    }
  }

  private seal(kept: Kept, context: string): string {
    return seal(Buffer.from(JSON.stringify(kept)), this.keys.outcome, context);
  }

  /** @param cookie of several with one name the first counts. */
  private contextOf(cookie: string | undefined, page: string): string {
    return `${readSessionCookie(this.settings, cookie) ?? ''} ${page}`;
  }

  private cookie(value: string, maxAge: number): string {
    return ownCookie(this.settings, NAME, { value, maxAge });
  }
}

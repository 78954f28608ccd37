import { Inject, Injectable } from '@nestjs/common';
import { DerivedKeys } from '../../model/keys/derived-keys';
import { seal, unseal } from '../../model/keys/sealing';
import { readSessionCookie } from '../../model/sessions/session-cookie';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { cookieName, ownCookie } from '../../platform/http/answers/own-cookie';
import type { Refusal } from './refusal';
import { type Visit, addressOf } from './visit';

const NAME = 'consentry_refused';

/** Seconds; a browser that follows the redirect requests the page at once. */
const KEPT = 60;

/** Characters; browsers keep no cookie over 4,096 with its name and attributes. */
const LARGEST = 3_800;

/** Passwords must not be kept, whatever a form is called. */
const SECRET = /password/;

interface Kept extends Refusal {
  /** Epoch milliseconds. */
  until: number;
}

/**
 * Why a form was refused, from its POST to the GET of its page: in a cookie, sealed for the page's address and the
 * session of the browser, so that it says nothing on other pages and to other sessions.
 */
@Injectable()
export class Refusals {
  constructor(
    private readonly keys: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param page its address below the prefix. @returns a `Set-Cookie` header. */
  keep(visit: Visit, page: string, refusal: Refusal): string {
    const typed = Object.entries(refusal.typed ?? {}).filter(([name]) => !SECRET.test(name));
    const kept: Kept = { ...refusal, typed: Object.fromEntries(typed), until: this.clock.now() + KEPT * 1000 };
    const whole = this.seal(visit, page, kept);
    return this.cookie(whole.length <= LARGEST ? whole : this.seal(visit, page, { ...kept, typed: {} }), KEPT);
  }

  /** Of the form on the page that is visited; `null`: none. A page that no person sees tells of none. */
  find(visit: Visit): Refusal | null {
    const sealed = visit.cookies[cookieName(this.settings, NAME)];
    if (sealed === undefined || visit.method !== 'GET' || visit.isUnseen) return null;
    try {
      const kept = JSON.parse(
        unseal(sealed, this.keys.refusal, this.contextOf(visit, addressOf(visit))).toString(),
      ) as Kept;
      return kept.until > this.clock.now() ? kept : null;
    } catch {
      // Of another page, another session, or nothing that we sealed.
      return null;
    }
  }

  /** A `Set-Cookie` header. */
  forget(): string {
    return this.cookie('', 0);
  }

  private seal(visit: Visit, page: string, kept: Kept): string {
    return seal(Buffer.from(JSON.stringify(kept)), this.keys.refusal, this.contextOf(visit, page));
  }

  private contextOf({ credentials }: Visit, page: string): string {
    return `${readSessionCookie(this.settings, credentials.cookie) ?? ''} ${page}`;
  }

  private cookie(value: string, maxAge: number): string {
    return ownCookie(this.settings, NAME, { value, maxAge });
  }
}

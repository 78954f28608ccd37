import { Inject, Injectable } from '@nestjs/common';
import { parse } from 'cookie';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings } from '../config/settings';
import { cookieName, ownCookie } from '../http/answers/own-cookie';
import { DerivedKeys } from '../keys/derived-keys';
import { HELD, broughtAt, withRequest } from '../protocol/request/held-request';

const NAME = 'consentry_held';

/** The pushed requests that a browser brought in time, by a cookie: for it they do not expire while a person decides. */
@Injectable()
export class HeldRequests {
  constructor(
    private readonly keys: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param cookie the header. @returns when it brought the request, in epoch milliseconds; `null`: it does not hold it. */
  broughtAt(pushedRequest: string, cookie: string | undefined): number | null {
    return broughtAt(this.notesOf(cookie), pushedRequest, this.clock.now(), this.keys.heldRequest);
  }

  /** @returns a `Set-Cookie` header; `null` where the browser holds the request already. */
  hold(pushedRequest: string, cookie: string | undefined): string | null {
    if (this.broughtAt(pushedRequest, cookie) !== null) return null;
    const value = withRequest(this.notesOf(cookie), pushedRequest, this.clock.now(), this.keys.heldRequest);
    return ownCookie(this.settings, NAME, { value, maxAge: HELD / 1000 });
  }

  private notesOf(cookie: string | undefined): string {
    return cookie === undefined ? '' : (parse(cookie)[cookieName(this.settings, NAME)] ?? '');
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';

import type { Clock } from '../verify/clock.ts';
import { describeFailure } from '../verify/failure-text.ts';
import type { BridgeSettings } from './bridge.settings.ts';
import { BRIDGE_CLOCK, BRIDGE_SETTINGS } from './bridge.tokens.ts';
import { hashOfSession, subjectOf } from './person.ts';
import { describeAnswer, postField } from './server-call.ts';

/** OpenID Connect Back-Channel Logout §2.4; OpenID RISC Profile §2.4, §2.5. */
const EVENTS = {
  signedOut: 'http://schemas.openid.net/event/backchannel-logout',
  ended: 'https://schemas.openid.net/secevent/risc/event-type/account-disabled',
  back: 'https://schemas.openid.net/secevent/risc/event-type/account-enabled',
};

/** Milliseconds before each further attempt. */
const PAUSES = [250, 1_000, 3_000];

interface Event {
  readonly name: string;
  readonly sub: string;
  readonly sid?: string | undefined;
}

/** Tells the auth server what became of your people. Each method rejects with an Error if it could not be told. */
@Injectable()
export class SignInBridge {
  constructor(
    @Inject(ModuleRef) private readonly module: ModuleRef,
    @Inject(BRIDGE_CLOCK) private readonly clock: Clock,
  ) {}

  /** Only when called: the users' service has this class, and the options of `forRootAsync` may have that service. */
  private get settings(): BridgeSettings {
    return this.module.get<BridgeSettings>(BRIDGE_SETTINGS);
  }

  /**
   * The person has signed out of your app, so out of the auth server too.
   *
   * @param session as `user` gave it: that session alone. Without: all of the person's.
   */
  signedOut(userId: string | number | bigint, session?: string | null): Promise<void> {
    const sid = session == null ? undefined : hashOfSession(session);
    return this.tell({ name: EVENTS.signedOut, sub: subjectOf(userId), sid });
  }

  /** The person may not come any more: the account is switched off and its tokens end. Also if it never came. */
  ended(userId: string | number | bigint): Promise<void> {
    return this.tell({ name: EVENTS.ended, sub: subjectOf(userId) });
  }

  /** The person may come again. */
  back(userId: string | number | bigint): Promise<void> {
    return this.tell({ name: EVENTS.back, sub: subjectOf(userId) });
  }

  private async tell(event: Event): Promise<void> {
    const jti = randomUUID();
    for (const pause of PAUSES) {
      if ((await this.attempt(event, jti)) === undefined) return;
      await this.wait(pause);
    }
    const why = await this.attempt(event, jti);
    if (why !== undefined)
      throw failure(event, `after ${PAUSES.length + 1} attempts, the last of which failed: ${why}`);
  }

  /** @returns why it is worth another attempt; undefined: it was told. */
  private async attempt(event: Event, jti: string): Promise<string | undefined> {
    const { server } = this.settings;
    const answer = await postField(`${server}/oauth2/sign-in/events`, 'event', this.signed(event, jti)).catch(
      describeFailure,
    );
    if (typeof answer === 'string') return answer;
    const { status } = answer;
    if (status >= 200 && status < 300) return undefined;
    if (status >= 500 || status === 429) return describeAnswer(answer);
    throw failure(event, describeAnswer(answer));
  }

  /** Signed anew each time, as it must be young; the same jti: a repetition changes nothing. */
  private signed({ name, sub, sid }: Event, jti: string): string {
    const { issuer, ownIssuer, key } = this.settings;
    const iat = Math.floor(this.clock.now() / 1_000);
    return key.sign('secevent+jwt', { iss: ownIssuer, aud: issuer, iat, jti, sub, sid, events: { [name]: {} } });
  }

  private wait(milliseconds: number): Promise<void> {
    const { clock } = this;
    if (clock.after === undefined) return setTimeout(milliseconds);
    return new Promise((resolve) => void clock.after?.(milliseconds, resolve));
  }
}

function failure({ name }: Event, why: string): Error {
  const [method] = Object.entries(EVENTS).find(([, event]) => event === name) ?? [];
  return new Error(`SignInBridge.${method}: the auth server could not be notified: ${why}`);
}

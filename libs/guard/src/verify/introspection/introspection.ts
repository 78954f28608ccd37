import { BearerFault } from '../../bearer/bearer-fault.ts';
import { type Clock, elapsedOf } from '../clock.ts';
import { assertAccessToken, assertAudience } from '../token/access-token.rule.ts';
import { INTROSPECTED } from '../token/profiles/introspected.ts';
import type { VerifiedAccessToken } from '../token/verified-access-token.ts';
import { BoundedMap } from './bounded-map.ts';
import { type IntrospectionAnswer, TokenFailure } from './introspection-call.ts';

/** Answers of either kind that are kept; a flood of invented tokens pushes out no good one. */
const MOST = 10_000;
/** Calls to the issuer at once. */
const MOST_CALLS = 100;
/** Milliseconds for which an inactive token is not asked about again, and after a failure the token, or the issuer. */
const INACTIVE_AGE = 10_000;
const COOLDOWN = 1_000;
/** Milliseconds between two lines of the log. */
const TELL_EVERY = 60_000;

export interface IntrospectionSettings {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly clock: Clock;
  /** Milliseconds for which an answer counts: a token that is taken back is accepted for as long. */
  readonly maxAge: number;
  readonly ask: (token: string) => Promise<IntrospectionAnswer>;
  /** Called when a token could not be asked about, with the reason, at most once a minute. */
  readonly onFailure: (error: unknown) => void;
}

interface Known {
  readonly answer: IntrospectionAnswer;
  /** Milliseconds of the monotonic clock, and since 1970. */
  readonly askedAt: number;
  readonly askedOn: number;
  token?: VerifiedAccessToken;
}

/** Opaque tokens, which only their issuer can read (RFC 7662): its answers are kept for a while, by the tokens' hash. */
export class Introspection {
  private readonly active = new BoundedMap<string, Known>(MOST);
  private readonly inactive = new BoundedMap<string, Known>(MOST);
  private readonly running = new Map<string, Promise<Known>>();
  /** Until when tokens are not asked about again that the issuer did not answer for. */
  private readonly paused = new BoundedMap<string, number>(MOST);
  private pausedUntil = -Infinity;
  private toldAt = -Infinity;
  private readonly elapsed: () => number;

  constructor(private readonly settings: IntrospectionSettings) {
    this.elapsed = elapsedOf(settings.clock);
  }

  /**
   * The content of an active access token that names one of the audiences. Throws or rejects with `invalid_token`, or
   * with `temporarily_unavailable` where the issuer does not answer.
   */
  verify(text: string, id: string, audiences = this.settings.audiences) {
    const known = this.find(id);
    if (known !== undefined) return this.read(known, audiences);
    return this.ask(text, id).then((answered) => this.read(answered, audiences));
  }

  private find(id: string): Known | undefined {
    const found = this.active.get(id) ?? this.inactive.get(id);
    if (found === undefined) return undefined;
    // By either clock: the monotonic one stops with a machine that is suspended.
    const age = Math.max(this.elapsed() - found.askedAt, this.settings.clock.now() - found.askedOn);
    const maxAge = found.answer.active ? this.settings.maxAge : INACTIVE_AGE;
    // A clock set back must not keep an answer for hours.
    if (age >= 0 && age < maxAge) return found;
    this.active.delete(id);
    this.inactive.delete(id);
    return undefined;
  }

  private read(known: Known, audiences: readonly string[]): VerifiedAccessToken {
    const { issuer, clock } = this.settings;
    const { answer, token } = known;
    if (!answer.active) throw BearerFault.invalidToken('the issuer says that it is not active');
    const now = clock.now();
    if (token === undefined) {
      // `iss` may be left out (RFC 7662 §2.2).
      const expected = { issuer, audiences, profile: INTROSPECTED, now };
      return (known.token = assertAccessToken({}, { iss: issuer, ...answer }, expected));
    }
    assertAudience(token.audience, audiences);
    if (now >= token.expiresAt) throw BearerFault.expiredToken(token);
    return token;
  }

  /** Concurrent calls with one token share one call to the issuer. */
  private ask(text: string, id: string): Promise<Known> {
    const running = this.running.get(id);
    if (running !== undefined) return running;
    this.assertNotPaused(id);
    if (this.running.size >= MOST_CALLS) throw BearerFault.unavailable('too many tokens to ask about at once', 1);
    const asked = this.askNow(text, id).finally(() => this.running.delete(id));
    this.running.set(id, asked);
    return asked;
  }

  private assertNotPaused(id: string): void {
    const pause = Math.max(this.pausedUntil, this.paused.get(id) ?? -Infinity) - this.elapsed();
    if (pause > 0) throw unavailable(pause);
  }

  private async askNow(text: string, id: string): Promise<Known> {
    const [askedAt, askedOn] = [this.elapsed(), this.settings.clock.now()];
    try {
      const known: Known = { answer: await this.settings.ask(text), askedAt, askedOn };
      (known.answer.active ? this.active : this.inactive).set(id, known);
      return known;
    } catch (error) {
      throw this.pause(id, error);
    }
  }

  /** One token that the issuer cannot answer for must not keep those of others from being asked about. */
  private pause(id: string, error: unknown): BearerFault {
    const now = this.elapsed();
    const concernsToken = error instanceof TokenFailure;
    const pause = (concernsToken && error.retryAfter) || COOLDOWN;
    if (concernsToken) this.paused.set(id, now + pause);
    else this.pausedUntil = now + pause;
    if (now - this.toldAt >= TELL_EVERY) {
      this.toldAt = now;
      this.settings.onFailure(error);
    }
    return unavailable(pause);
  }
}

const unavailable = (pause: number) =>
  BearerFault.unavailable('the issuer did not answer', Math.max(1, Math.ceil(pause / 1_000)));

import { BearerFault } from '../../bearer/bearer-fault.ts';
import type { Clock } from '../clock.ts';
import { assertAccessToken, assertAudience } from '../token/access-token.rule.ts';
import { INTROSPECTED } from '../token/profiles/introspected.ts';
import type { VerifiedAccessToken } from '../token/verified-access-token.ts';
import { BoundedMap } from './bounded-map.ts';
import type { IntrospectionAnswer } from './introspection-call.ts';

/** Answers of either kind that are kept; a flood of invented tokens pushes out no good one. */
const MOST = 10_000;
/** Calls to the issuer at once. */
const MOST_CALLS = 100;
/** Milliseconds for which an inactive token is not asked about again, and the issuer after a failure. */
const INACTIVE_AGE = 10_000;
const COOLDOWN = 1_000;

export interface IntrospectionSettings {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly clock: Clock;
  /** Milliseconds for which an answer counts: a token that is taken back is accepted for as long. */
  readonly maxAge: number;
  readonly ask: (token: string) => Promise<IntrospectionAnswer>;
  /** Called when the issuer stops answering, with the reason. */
  readonly onFailure: (error: unknown) => void;
}

interface Known {
  readonly answer: IntrospectionAnswer;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  token?: VerifiedAccessToken;
}

/** Opaque tokens, which only their issuer can read (RFC 7662): its answers are kept for a while, by the tokens' hash. */
export class Introspection {
  private readonly active = new BoundedMap<string, Known>(MOST);
  private readonly inactive = new BoundedMap<string, Known>(MOST);
  private readonly running = new Map<string, Promise<Known>>();
  private failedAt = -Infinity;

  constructor(private readonly settings: IntrospectionSettings) {}

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
    const age = this.settings.clock.now() - found.askedAt;
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
    const sinceFailure = this.settings.clock.now() - this.failedAt;
    if (sinceFailure >= 0 && sinceFailure < COOLDOWN) throw unavailable('the issuer did not answer');
    if (this.running.size >= MOST_CALLS) throw unavailable('too many tokens to ask about at once');
    const asked = this.askNow(text, id).finally(() => this.running.delete(id));
    this.running.set(id, asked);
    return asked;
  }

  private async askNow(text: string, id: string): Promise<Known> {
    const { clock, ask, onFailure } = this.settings;
    const askedAt = clock.now();
    try {
      const known: Known = { answer: await ask(text), askedAt };
      this.failedAt = -Infinity;
      (known.answer.active ? this.active : this.inactive).set(id, known);
      return known;
    } catch (error) {
      if (this.failedAt === -Infinity) onFailure(error);
      this.failedAt = clock.now();
      throw unavailable('the issuer did not answer');
    }
  }
}

const unavailable = (reason: string) => BearerFault.unavailable(reason, 1);

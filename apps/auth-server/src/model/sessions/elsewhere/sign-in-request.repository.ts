import { Injectable } from '@nestjs/common';
import { type Unit, run } from '../../../platform/database/sql';
import { Units } from '../../../platform/database/units';
import type { Counter, ReachedLimit } from '../../../platform/limits/counter';
import { consume } from '../../../platform/limits/counting';
import { type AskedPrompt, SIGN_IN_REQUEST_LIFETIME } from '../../../protocol/sign-in/sign-in-request';

/** Milliseconds for which a ticket is good: the browser is on its way. */
const TICKET_LIFE = 120_000;

const BEGIN = `INSERT INTO sign_in_requests (hash, browser_hash, return_to, provider, prompt, expires_at)
  VALUES (?, ?, ?, ?, ?, ?)`;
/** The app may answer anew until a browser lands, as a page may be loaded twice: the newest ticket is good. */
const ANSWER = `UPDATE sign_in_requests SET ticket_hash = ?, answer = ?, answered_at = ?
  WHERE hash = ? AND provider IS NULL AND landed_at IS NULL AND expires_at > ?`;
const SELECT = `SELECT hash, browser_hash AS "browserHash", return_to AS "returnTo", prompt, answer,
    answered_at AS "answeredAt" FROM sign_in_requests`;
const BY_TICKET = `${SELECT} WHERE ticket_hash = ?`;
const BY_HASH = `${SELECT} WHERE hash = ? AND provider IS NULL`;
const OF_PROVIDER = `${SELECT} WHERE hash = ? AND provider = ? AND expires_at > ?`;
const SPEND = `UPDATE sign_in_requests SET landed_at = ?, answer = NULL
  WHERE hash = ? AND ticket_hash = ? AND landed_at IS NULL AND answered_at > ? AND expires_at > ?`;
const SPEND_AT_PROVIDER = `UPDATE sign_in_requests SET landed_at = ?
  WHERE hash = ? AND provider = ? AND landed_at IS NULL AND expires_at > ?`;

export interface BegunRequest {
  hash: string;
  browserHash: string;
  returnTo: string;
  prompt: AskedPrompt | null;
}

/** `isGood`: its landing is this one. */
export type LandedRequest = FoundRequest & { isGood: boolean };

export interface FoundRequest extends BegunRequest {
  answer: string | null;
  answeredAt: number | null;
}

@Injectable()
export class SignInRequestRepository {
  constructor(private readonly units: Units) {}

  /** @returns the limit that is reached; `null`: it is begun. */
  begin(
    { hash, browserHash, returnTo, provider, prompt }: BegunRequest & { provider: string | null },
    counters: readonly Counter[],
    now: number,
  ): Promise<ReachedLimit | null> {
    const expiresAt = now + SIGN_IN_REQUEST_LIFETIME * 1000;
    return this.units.write(function* (): Unit<ReachedLimit | null> {
      const reached = yield* consume(counters, now);
      if (reached === null) yield* run(BEGIN, hash, browserHash, returnTo, provider, prompt, expiresAt);
      return reached;
    });
  }

  /** @returns `false` for a request that is unknown, over, or has landed. */
  async answer(hash: string, ticketHash: string, answer: string, now: number): Promise<boolean> {
    return (await this.units.run(ANSWER, ticketHash, answer, now, hash, now)) === 1;
  }

  /** One of the app's. */
  async find(hash: string): Promise<FoundRequest | null> {
    return (await this.units.get<FoundRequest>(BY_HASH, hash)) ?? null;
  }

  /** Spends a ticket, whatever comes of it. */
  async land(ticketHash: string, now: number): Promise<LandedRequest | null> {
    const request = await this.units.get<FoundRequest>(BY_TICKET, ticketHash);
    if (request === undefined) return null;
    const spent = await this.units.run(SPEND, now, request.hash, ticketHash, now - TICKET_LIFE, now);
    return { ...request, isGood: spent === 1 };
  }

  /** Spends a request of a provider, whatever comes of it. @returns `null` for one that is unknown or over. */
  async landFrom(provider: string, hash: string, now: number): Promise<LandedRequest | null> {
    const request = await this.units.get<FoundRequest>(OF_PROVIDER, hash, provider, now);
    if (request === undefined) return null;
    return { ...request, isGood: (await this.units.run(SPEND_AT_PROVIDER, now, hash, provider, now)) === 1 };
  }
}

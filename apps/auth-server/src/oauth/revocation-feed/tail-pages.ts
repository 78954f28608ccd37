import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import type { Cursor } from '../../protocol/revocation/cursor';
import type { RevocationTail } from '../../model/revocations/revocation-tail';
import { PageSigner, type SignedPage } from './page-signer';

/** Milliseconds for which a signed answer is sent again. */
const SIGNED_FOR = 1_000;

/** Answers to one state that are exact: further ones repeat some entries, so that nobody has many of them made. */
const MOST_EXACT = 32;
const ROUNDED = 256;

interface Answer {
  /** By the monotonic clock. */
  madeAt: number;
  made: Promise<SignedPage>;
}

/** What is newer than a cursor of the tail, signed once for all that ask from the same one. */
@Injectable()
export class TailPages {
  private state = '';
  private readonly answers = new Map<string, Answer>();

  constructor(
    private readonly signer: PageSigner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param after `undefined`: all of it, from the beginning */
  async find(tail: RevocationTail, after: Cursor | undefined): Promise<SignedPage> {
    if (tail.state !== this.state) this.answers.clear();
    this.state = tail.state;
    const exact = keyOf(after);
    const isExact = this.answers.has(exact) || this.answers.size < MOST_EXACT;
    const cursor = isExact ? after : rounded(tail, after);
    const key = isExact ? exact : keyOf(cursor);
    const found = this.answers.get(key);
    if (found !== undefined && (await this.isGood(found))) return found.made;
    const answer = { madeAt: this.clock.elapsed(), made: this.sign(tail, cursor) };
    this.answers.set(key, answer);
    answer.made.catch(() => this.answers.delete(key));
    return answer.made;
  }

  private async isGood({ madeAt, made }: Answer): Promise<boolean> {
    if (this.clock.elapsed() - madeAt >= SIGNED_FOR) return false;
    return (await this.signer.kid()) === (await made).kid;
  }

  private sign(tail: RevocationTail, after: Cursor | undefined): Promise<SignedPage> {
    const { log } = tail;
    const entries = tail.after(after ?? { log, version: 0 });
    return this.signer.sign({ log, after, next: tail.end(this.clock.elapsed()), more: false, entries });
  }
}

const keyOf = (cursor: Cursor | undefined) =>
  cursor === undefined ? '' : `${cursor.version}.${cursor.arrived?.tail}.${cursor.arrived?.count}`;

function rounded({ start }: RevocationTail, cursor: Cursor | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined;
  const version = Math.max(start, Math.floor(cursor.version / ROUNDED) * ROUNDED);
  return { log: cursor.log, version };
}

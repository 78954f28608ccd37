import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setImmediate as turn } from 'node:timers/promises';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { type Entry, entryOf } from '../../protocol/revocation/entry';
import { RevocationFeed } from '../../model/revocations/revocation-feed';
import { type RevocationTail, spanOf } from '../../model/revocations/revocation-tail';
import { RevocationRepository, SLICE } from '../../model/revocations/revocation.repository';
import { PageSigner, type SignedPage } from './page-signer';

const MOST_ENTRIES = 16_384;

/** 330 KB each. */
const MOST_KEPT = 96;

/** Milliseconds; then all are made anew, without what has expired or was covered. */
const KEPT_FOR = 12 * 3_600_000;

/** A page's place among the others: none begins inside another, so that nobody has more of them made. */
interface Place {
  from: number;
  to: number;
  /** Whether the next one begins where it ends, however many more versions are closed. */
  isFull: boolean;
  signed: SignedPage | undefined;
}

/** Pages of what can no longer change, but for what expires: each made once for all, one at a time. */
@Injectable()
export class ClosedPages implements OnApplicationBootstrap {
  private log = '';
  private begunAt = -Infinity;
  /** Each begins where the one before ends. */
  private places: Place[] = [];
  /** Those whose page is kept, the least recently served first. */
  private readonly kept = new Set<Place>();
  private making: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly repository: RevocationRepository,
    private readonly feed: RevocationFeed,
    private readonly signer: PageSigner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The first reader of a long list finds its pages. Where the database cannot be read, that one has them made. */
  onApplicationBootstrap(): void {
    void this.makeAll().catch(() => undefined);
  }

  /** @param version where the reader stands, below the start of the tail */
  find(tail: RevocationTail, version: number): Promise<SignedPage> {
    const made = this.making.then(() => this.make(tail, version));
    this.making = made.catch(() => undefined);
    return made;
  }

  private async makeAll(): Promise<void> {
    const tail = await this.feed.known();
    while (this.end < tail.start) await this.find(tail, this.end);
  }

  private get end(): number {
    return this.places.at(-1)?.to ?? 0;
  }

  private async make(tail: RevocationTail, version: number): Promise<SignedPage> {
    if (tail.log !== this.log || this.clock.elapsed() - this.begunAt >= KEPT_FOR) this.begin(tail.log);
    const place = this.placeOf(version);
    const isWhole = place.isFull || place.to === tail.start;
    if (!isWhole || place.signed?.kid !== (await this.signer.kid())) place.signed = await this.sign(tail, place);
    this.keep(place);
    return place.signed;
  }

  private begin(log: string): void {
    this.log = log;
    this.begunAt = this.clock.elapsed();
    this.places = [];
    this.kept.clear();
  }

  /** The page that a version is in; the first one that was not made yet where none is. */
  private placeOf(version: number): Place {
    const { end } = this;
    const last = this.places.at(-1);
    if (version >= end && (last === undefined || last.isFull))
      this.places.push({ from: end, to: end, isFull: false, signed: undefined });
    return this.places.findLast(({ from }) => from <= version)!;
  }

  private async sign({ log, start }: RevocationTail, place: Place): Promise<SignedPage> {
    const entries = await this.read(log, place.from, place.isFull ? place.to : start);
    if (!place.isFull) {
      const last = entries[MOST_ENTRIES - 1];
      place.isFull = last !== undefined;
      place.to = last === undefined ? start : spanOf(last.version);
    }
    const { from, to } = place;
    return this.signer.sign({
      log,
      after: from === 0 ? undefined : { log, version: from },
      next: { log, version: to },
      more: true,
      entries: entries.filter(({ version }) => version <= to),
    });
  }

  /** At least as many as a page has, if there are; other calls run between the slices. */
  private async read(log: string, from: number, to: number): Promise<Entry[]> {
    const entries: Entry[] = [];
    let after = from;
    for (;;) {
      const { rows } = await this.repository.readAfter(after, to);
      for (const row of rows) entries.push(entryOf(row, log));
      if (rows.length < SLICE || entries.length >= MOST_ENTRIES) return entries;
      after = rows.at(-1)!.version;
      await turn();
    }
  }

  private keep(place: Place): void {
    this.kept.delete(place);
    this.kept.add(place);
    if (this.kept.size <= MOST_KEPT) return;
    const [oldest] = this.kept;
    this.kept.delete(oldest!);
    oldest!.signed = undefined;
  }
}

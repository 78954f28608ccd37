import { Inject, Injectable } from '@nestjs/common';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import { RevocationsSigner } from '../../keys/revocations-signer';
import { snapshotClaims } from '../../protocol/revocation/snapshot';
import type { PublishedEntries } from '../../revocations/published-entries';
import type { Published } from '../../revocations/revocation-feed';

/** Milliseconds for which a signed answer is sent again. */
const SIGNED_FOR = 30_000;

/** Answers kept: those to services that ask for the rest since a version. */
const MOST_KEPT = 64;

/** How many entries are joined in one turn of the event loop. */
const SLICE = 5_000;

/** In a thread. Digests do not repeat: to search for matches would only take longer. */
const compress = promisify<Buffer, object, Buffer>(gzip);
const COMPRESSION = { level: 9, strategy: constants.Z_RLE };

interface Signed {
  kid: string;
  gzip: Buffer;
}

interface Answer {
  /** By the monotonic clock. */
  madeAt: number;
  made: Promise<Signed>;
}

/** The answers that show one state, by the version that they continue. */
interface Kept {
  etag: string;
  answers: Map<number | undefined, Answer>;
}

export interface SnapshotRequest {
  /** Of the state that the answer shows. */
  etag: string;
  published: Published;
  /** `undefined`: the whole. */
  rest?: { since: number; texts: readonly string[] } | undefined;
}

/** Signs what is asked for, once for each state and all that ask. */
@Injectable()
export class SignedSnapshots {
  /** Dropped with the entries, some minutes after the last request for them. */
  private readonly ofEntries = new WeakMap<PublishedEntries, Kept>();

  constructor(
    private readonly signer: RevocationsSigner,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns the JWT, compressed */
  async find(request: SnapshotRequest): Promise<Buffer> {
    const { answers } = this.keptFor(request);
    const since = request.rest?.since;
    const found = answers.get(since);
    if (found !== undefined && (await this.isGood(found))) return (await found.made).gzip;
    const made = { madeAt: this.clock.elapsed(), made: this.sign(request) };
    answers.set(since, made);
    made.made.catch(() => answers.delete(since));
    return (await made.made).gzip;
  }

  private keptFor({ etag, published: { entries } }: SnapshotRequest): Kept {
    const kept = this.ofEntries.get(entries);
    if (kept?.etag === etag && kept.answers.size < MOST_KEPT) return kept;
    const none = { etag, answers: new Map() };
    this.ofEntries.set(entries, none);
    return none;
  }

  private async isGood({ madeAt, made }: Answer): Promise<boolean> {
    if (this.clock.elapsed() - madeAt >= SIGNED_FOR) return false;
    return (await this.signer.kid()) === (await made).kid;
  }

  private async sign({ published, rest }: SnapshotRequest): Promise<Signed> {
    const { entries, version } = published;
    const facts = { issuer: this.settings.issuer, now: this.clock.now(), log: entries.log, version };
    const claims = snapshotClaims({ ...facts, since: rest?.since });
    const { kid, jwt } = await this.signer.sign(await claimsWith(claims, rest?.texts ?? (await entries.living())));
    return { kid, gzip: await compress(jwt, COMPRESSION) };
  }
}

/** @param texts of the entries, in JSON */
async function claimsWith(claims: object, texts: readonly string[]): Promise<Buffer> {
  const parts = [Buffer.from(`${JSON.stringify(claims).slice(0, -1)},"entries":[`)];
  for (let at = 0; at < texts.length; at += SLICE) {
    parts.push(Buffer.from((at === 0 ? '' : ',') + texts.slice(at, at + SLICE).join(',')));
    if (at > 0) await turn();
  }
  return Buffer.concat([...parts, Buffer.from(']}')]);
}

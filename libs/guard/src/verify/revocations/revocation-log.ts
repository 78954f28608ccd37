import { RevocationDigest } from './revocation-digest.ts';
import { isCount, type RevocationEntries } from './revocation-entry.ts';
import { ALWAYS, RevocationTable } from './revocation-table.ts';
import type { JudgedToken } from './revocations.ts';
import { kindBit, type TokenTrace, traceOf } from './token-trace.ts';

/** Seconds by which signed answers may be old, and the clocks of an issuer's processes apart. */
const LEEWAY = 100;

/** Whether an application is disabled, as it was last said. */
interface Switch {
  readonly version: number;
  readonly isDisabled: boolean;
  readonly expiresAt: number;
}

/** The entries of one history of an issuer's database; a restore begins another. */
export class RevocationLog {
  /** The latest `iat` of its pages, in epoch seconds. */
  issuedAt = -Infinity;
  private readonly digest: RevocationDigest;
  private readonly table = new RevocationTable();
  private readonly switches = new Map<string, Switch>();
  /** The kinds that ever had an entry, as bits. */
  private kinds = 0;
  /** Tokens issued later, by `iat` in epoch seconds, are judged by the log that followed. */
  private judgesUntil = Infinity;

  constructor(readonly id: string) {
    this.digest = new RevocationDigest(id);
  }

  get size(): number {
    return this.table.size;
  }

  isRevoked(judged: JudgedToken): boolean {
    if (judged.token.issuedAt / 1_000 > this.judgesUntil) return this.hasKey(judged.key.kid);
    const { digests, counters } = this.traceOf(judged);
    for (let at = 0; at < digests.length; at++) {
      if (this.table.find(digests[at]!) > counters[at]!) return true;
    }
    return false;
  }

  /** Whether a key was compromised. */
  hasKey(kid: string): boolean {
    return (this.kinds & kindBit('key')) !== 0 && this.table.find(this.digest.ofShared('key', kid)) > 0;
  }

  /** Adds entries, in any order and as often as they come. Returns whether tokens may be judged otherwise than before. */
  add(entries: readonly RevocationEntries[]): boolean {
    let isMore = false;
    for (const { kind, expiresAt, digests, bounds, versions } of entries) {
      const isSwitch = kind === 'disabled' || kind === 'enabled';
      this.kinds |= kindBit(isSwitch ? 'disabled' : kind);
      for (const [at, digest] of digests.entries()) {
        const isNew = isSwitch
          ? this.turn(digest, { version: versionOf(versions[at]), isDisabled: kind === 'disabled', expiresAt })
          : this.table.add(digest, boundOf(bounds[at]), expiresAt);
        isMore ||= isNew;
      }
    }
    return isMore;
  }

  /**
   * Another log follows. Entries concern tokens issued before they came, so those issued later are judged by the other
   * one alone: its counters may begin lower. Whether an application is disabled is a state, which only that one knows.
   */
  standDown(): void {
    this.judgesUntil = this.issuedAt + LEEWAY;
    for (const digest of this.switches.keys()) this.settle(digest);
  }

  /** It is the issuer's log again. */
  resume(): void {
    this.judgesUntil = Infinity;
    for (const digest of this.switches.keys()) this.settle(digest);
  }

  /** Drops what expired before `now`, in epoch seconds. */
  purge(now: number): void {
    this.table.purge(now);
    for (const [digest, { expiresAt }] of this.switches) if (expiresAt < now) this.switches.delete(digest);
  }

  /** Keeps what has the highest version of all entries that name an application. */
  private turn(digest: string, said: Switch): boolean {
    const held = this.switches.get(digest);
    const newest = held !== undefined && held.version > said.version ? held : said;
    const expiresAt = Math.max(said.expiresAt, held?.expiresAt ?? 0);
    this.switches.set(digest, { ...newest, expiresAt });
    this.settle(digest);
    return held === undefined || held.version < said.version;
  }

  private settle(digest: string): void {
    const { isDisabled, expiresAt } = this.switches.get(digest)!;
    this.table.set(digest, isDisabled && this.judgesUntil === Infinity ? ALWAYS : 0, expiresAt);
  }

  private traceOf(judged: JudgedToken): TokenTrace {
    const traces = (judged.traces ??= []);
    const at = traces.findIndex(({ log }) => log === this.id);
    const known = traces[at];
    if (known?.kinds === this.kinds) return known;
    const { digest } = this;
    const trace = traceOf(judged, this.id, this.kinds, (kind, value, isShared) =>
      isShared ? digest.ofShared(kind, value) : digest.of(kind, value),
    );
    traces[at < 0 ? traces.length : at] = trace;
    return trace;
  }
}

/** Without a readable bound an entry refuses always. */
const boundOf = (n: unknown) => (isCount(n) ? Math.min(n, ALWAYS) : ALWAYS);
const versionOf = (v: unknown) => (isCount(v) ? v : 0);

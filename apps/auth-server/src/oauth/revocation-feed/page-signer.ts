import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { RevocationsSigner } from '../../model/keys/signing/revocations-signer';
import { type Cursor, formatCursor } from '../../protocol/revocation/cursor';
import { type Entry, groupEntries } from '../../protocol/revocation/entry';
import { pageClaims } from '../../protocol/revocation/page';

/** In a thread. Digests do not repeat: to search for matches would only take longer. */
const compress = promisify<Buffer, object, Buffer>(gzip);
const COMPRESSION = { strategy: constants.Z_HUFFMAN_ONLY };

const TAG_LENGTH = 8;

export interface Page {
  log: string;
  /** `undefined`: it begins anew. */
  after: Cursor | undefined;
  next: Cursor;
  /** Whether the next page is there already. */
  more: boolean;
  entries: readonly Entry[];
}

export interface SignedPage {
  kid: string;
  isEmpty: boolean;
  gzip: Buffer;
}

/** Signs pages of revocations by the key of the access tokens. */
@Injectable()
export class PageSigner {
  constructor(
    private readonly signer: RevocationsSigner,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The key that would sign now: what another one signed is made again. */
  kid(): Promise<string> {
    return this.signer.kid();
  }

  async sign({ log, after, next, more, entries }: Page): Promise<SignedPage> {
    const now = this.clock.now();
    const tag = tagOf(await this.kid());
    const cursors = { after: after && formatCursor(after, tag), next: formatCursor(next, tag) };
    const living = groupEntries(entries.filter(({ exp }) => exp * 1_000 > now));
    const claims = { ...pageClaims({ issuer: this.settings.issuer, now, log, more, ...cursors }), entries: living };
    const { kid, jwt } = await this.signer.sign(Buffer.from(JSON.stringify(claims)));
    return { kid, isEmpty: living.length === 0, gzip: await compress(jwt, COMPRESSION) };
  }
}

const tagOf = (kid: string) => createHash('sha256').update(kid).digest('base64url').slice(0, TAG_LENGTH);

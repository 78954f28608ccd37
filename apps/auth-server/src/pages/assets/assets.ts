import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings';

const FOLDER = join(__dirname, '../../../assets');

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

export interface Asset {
  content: Buffer;
  type: string;
}

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof COMPRESS;

/** Their formats are compressed already, but for SVG. */
export const isPicture = ({ type }: Asset) => type.startsWith('image/') && type !== TYPES['.svg'];

/** The files of the pages, each at an address made of its content, so that browsers may keep it for ever. */
@Injectable()
export class Assets {
  private readonly byAddress = new Map<string, Asset>();
  private readonly addresses = new Map<string, string>();
  private readonly kept = { br: new WeakMap<Asset, Promise<Buffer>>(), gzip: new WeakMap<Asset, Promise<Buffer>>() };

  constructor(@Inject(SETTINGS) { brand }: Settings) {
    for (const name of readdirSync(FOLDER)) this.add(name, readFileSync(join(FOLDER, name)));
    for (const file of [brand.logo, brand.css]) if (file !== null) this.add(file.name, file.content);
  }

  /**
   * @param name with an extension of those served.
   * @param address one that changes with the content
   */
  add(name: string, content: Buffer, address = addressFor(name, content)): void {
    const type = TYPES[extname(name).toLowerCase()];
    if (type === undefined) throw new Error(`${name}: files of this kind are not served`);
    this.byAddress.set(address, { content, type });
    this.addresses.set(name, address);
  }

  /** The last segment of its path. */
  addressOf(name: string): string {
    const address = this.addresses.get(name);
    if (address === undefined) throw new Error(`there is no file ${name} in assets/`);
    return address;
  }

  find(address: string): Asset | null {
    return this.byAddress.get(address) ?? null;
  }

  /** Made by the first request, off the event loop: at the start, all of them would cost half a second of CPU. */
  compressed(asset: Asset, encoding: Encoding): Promise<Buffer> {
    const kept = this.kept[encoding];
    const known = kept.get(asset);
    if (known !== undefined) return known;
    const made = COMPRESS[encoding](asset.content);
    kept.set(asset, made);
    // Without this, one failure for want of memory would leave the pages without a style sheet until a restart.
    made.catch(() => kept.delete(asset));
    return made;
  }
}

const addressFor = (name: string, content: Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22) + extname(name).toLowerCase();

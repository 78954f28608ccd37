import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
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

/** Their formats are compressed already, but for SVG. */
export const isPicture = ({ type }: Asset) => type.startsWith('image/') && type !== TYPES['.svg'];

/** The files of the pages, each at an address made of its content, so that browsers may keep it for ever. */
@Injectable()
export class Assets {
  private readonly byAddress = new Map<string, Asset>();
  private readonly addresses = new Map<string, string>();

  constructor(@Inject(SETTINGS) { brand }: Settings) {
    for (const name of readdirSync(FOLDER)) this.add(name, readFileSync(join(FOLDER, name)));
    this.add('consentry.css', readFileSync(require.resolve('#ui/consentry.css')));
    for (const file of [brand.logo, brand.darkLogo, brand.icon, brand.css])
      if (file !== null) this.add(file.name, file.content);
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
}

const addressFor = (name: string, content: Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22) + extname(name).toLowerCase();

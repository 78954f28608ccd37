import { Injectable } from '@nestjs/common';
import { Units } from '../../../platform/database/units';

const SELECT = `SELECT media_type AS "mediaType", body FROM client_logos WHERE hash = ? AND media_type = ?`;
const FILE = /^([\w-]{43})\.(png|jpeg|webp)$/;

/** Copies of logos, by the names of their files. */
@Injectable()
export class LogoRepository {
  constructor(private readonly units: Units) {}

  /** @param file as `client.logo` ends; `null` where there is none of that name. */
  async find(file: string): Promise<{ content: Buffer; type: string } | null> {
    const [, hash, type] = FILE.exec(file) ?? [];
    if (hash === undefined) return null;
    const found = await this.units.get<{ mediaType: string; body: string }>(SELECT, hash, `image/${type}`);
    return found === undefined ? null : { content: Buffer.from(found.body, 'base64'), type: found.mediaType };
  }
}

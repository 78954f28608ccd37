import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { type Unit, announce, run } from '../../../platform/database/sql';
import { Units } from '../../../platform/database/units';
import { recordEvent } from '../../../platform/events/events';
import { notFound } from '../../../platform/http/answers/problem';
import type { OwnedClient } from '../client-rows';
import { storedLogo } from './stored-logo';

const SELECT = `SELECT l.media_type AS "mediaType", l.body FROM client_logos l JOIN clients c ON c.id = l.client_id
  WHERE l.hash = ? AND l.media_type = ? AND c.revoked_at IS NULL`;
const FILE = /^([\w-]{43})\.(png|jpeg|webp)$/;

/** An application has one logo, the last that was set: uploaded, or copied from its `logo_uri`. */
const SHOW = 'UPDATE clients SET logo = ?, logo_uri = NULL WHERE id = ? AND revoked_at IS NULL';
const STORE = `INSERT INTO client_logos (client_id, uri, media_type, body, hash, fetched_at) VALUES (?, '', ?, ?, ?, ?)
  ON CONFLICT (client_id) DO UPDATE SET uri = excluded.uri, media_type = excluded.media_type, body = excluded.body,
    hash = excluded.hash, fetched_at = excluded.fetched_at`;
const DELETE = 'DELETE FROM client_logos WHERE client_id = ?';

@Injectable()
export class LogoRepository {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param file as `client.logo` ends; `null` where there is none of that name. */
  async find(file: string): Promise<{ content: Buffer; type: string } | null> {
    const [, hash, type] = FILE.exec(file) ?? [];
    if (hash === undefined) return null;
    const found = await this.units.get<{ mediaType: string; body: string }>(SELECT, hash, `image/${type}`);
    return found === undefined ? null : { content: Buffer.from(found.body, 'base64'), type: found.mediaType };
  }

  /**
   * @param content in which `logoProblem` found nothing; `null` removes the logo, whichever way it was set.
   * @throws Problem 404 if the application was deleted meanwhile.
   */
  set({ id, clientId, accountId }: OwnedClient, content: Buffer | null, address: string): Promise<void> {
    const at = this.clock.now();
    const logo = content && storedLogo(content);
    return this.units.write(function* (): Unit<void> {
      if ((yield* run(SHOW, logo?.file ?? null, id)) === 0) throw notFound();
      if (logo === null) yield* run(DELETE, id);
      else yield* run(STORE, id, logo.mediaType, logo.body, logo.hash, at);
      yield* announce('clients');
      yield* recordEvent({ at, kind: 'application.changed', accountId, clientId, address });
    });
  }
}

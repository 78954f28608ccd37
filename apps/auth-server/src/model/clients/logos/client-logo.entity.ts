import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/columns';
import { Client } from '../client.entity';
import { Holds, Stored } from '../../../platform/database/table-facts';

/** An uploaded logo, or our copy: a browser that loaded `logo_uri` itself would show our visitors to the client's host. */
@Entity('client_logos')
@Stored({ removed: 'the server, with their client; the developer. One row for each client with a logo' })
@Index('client_logos_hash', ['hash'])
export class ClientLogo {
  @ForeignKey(() => Client, { onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'client_id' })
  clientId: number;

  /** The `logo_uri` that it was copied from; empty: it was uploaded. */
  @Holds('sent', '2,048')
  @Column('text')
  uri: string;

  @Column('varchar', { name: 'media_type', length: 20 })
  mediaType: string;

  /** Base64. */
  @Holds('sent', '65,536 bytes of an image in base64')
  @Column('text')
  body: string;

  /** SHA-256 of the image, base64url; its address on this server names it. */
  @Column('varchar', { length: 43 })
  hash: string;

  @TimeColumn('fetched_at')
  fetchedAt: number;
}

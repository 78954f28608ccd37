import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Client } from './client.entity';
import { Holds, Stored } from '../../platform/database/table-facts';

/** Kept byte for byte. */
@Entity('client_redirect_uris')
@Stored({ removed: 'with their client', restored: 'stays ended' })
@Index('client_redirect_uris_client_uri', ['clientId', 'uri'], { unique: true })
export class ClientRedirectUri {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: number;

  @ForeignKey(() => Client)
  @Column('bigint', { name: 'client_id' })
  clientId: number;

  @Holds('sent', '2,048, 20 for each client')
  @Column('text')
  uri: string;
}

import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Client } from './client.entity';

/** Kept byte for byte. */
@Entity('client_redirect_uris')
@Index('client_redirect_uris_client_uri', ['clientId', 'uri'], { unique: true })
export class ClientRedirectUri {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: number;

  @ForeignKey(() => Client)
  @Column('bigint', { name: 'client_id' })
  clientId: number;

  @Column('text')
  uri: string;
}

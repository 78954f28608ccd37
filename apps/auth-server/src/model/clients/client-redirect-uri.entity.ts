import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Client } from './client.entity';

/** Kept byte for byte. */
@Entity('client_redirect_uris')
@Index('client_redirect_uris_client_uri', ['clientId', 'uri'], { unique: true })
export class ClientRedirectUri {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer', { name: 'client_id' })
  clientId: number;

  @ManyToOne(() => Client, (client) => client.redirectUris, { nullable: false })
  @JoinColumn({ name: 'client_id' })
  client: Relation<Client>;

  @Column('text')
  uri: string;
}

import { ApiProperty } from '@nestjs/swagger';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../platform/config/settings';
import type { KeyLife } from '../../model/keys/signing/key-life';
import { isoTime, isoTimeOrNull } from '../iso-time';

const PHASES = ['announced', 'signing', 'retired', 'compromised'] as const;
const PURPOSES = ['access_token', 'id_token'] as const;

const Time = (description: string) => ApiProperty({ type: String, format: 'date-time', nullable: true, description });

class SigningKeyView {
  @ApiProperty()
  kid: string;

  @ApiProperty({ enum: SIGNING_ALGORITHMS })
  alg: SigningAlgorithm;

  @ApiProperty({ enum: PURPOSES })
  purpose: (typeof PURPOSES)[number];

  @ApiProperty({ enum: PHASES })
  phase: (typeof PHASES)[number];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  signs_from: string;

  @Time('For a signing key: when the next one is announced, unless one is already.')
  next_announced_at: string | null;

  @Time('For a retired key: until when it is in the JWKS.')
  public_until: string | null;

  @Time('When it was reported as leaked.')
  compromised_at: string | null;
}

class MasterKeyView {
  @ApiProperty({ format: 'date-time', description: 'Since when this database uses it.' })
  since: string;
}

export class KeyListView {
  @ApiProperty({ type: [SigningKeyView] })
  items: SigningKeyView[];

  @ApiProperty({ type: MasterKeyView })
  master_key: MasterKeyView;
}

export const toKeyView = (key: KeyLife): SigningKeyView => ({
  kid: key.kid,
  alg: key.alg,
  purpose: key.purpose,
  phase: key.phase,
  created_at: isoTime(key.createdAt),
  signs_from: isoTime(key.signsFrom),
  next_announced_at: isoTimeOrNull(key.nextAnnouncedAt),
  public_until: isoTimeOrNull(key.publicUntil),
  compromised_at: isoTimeOrNull(key.compromisedAt),
});

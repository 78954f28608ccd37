import { ApiProperty } from '@nestjs/swagger';
import type { ListedSession } from '../../model/sessions/account-sessions';

export class ListedSessionView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Firefox on Linux',
    description: 'The browser that signed in, by its `User-Agent`: a name from a short list, or null.',
  })
  browser: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time', description: 'Up to five minutes behind.' })
  last_used_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty({ description: 'Whether this is the session of the call.' })
  current: boolean;
}

export class SessionListView {
  @ApiProperty({ type: [ListedSessionView] })
  items: ListedSessionView[];
}

export const toListedSessionView = (session: ListedSession, current: string | null): ListedSessionView => ({
  id: session.id,
  browser: session.browser,
  created_at: new Date(session.createdAt).toISOString(),
  last_used_at: new Date(session.lastUsedAt).toISOString(),
  expires_at: new Date(session.expiresAt).toISOString(),
  current: session.id === current,
});

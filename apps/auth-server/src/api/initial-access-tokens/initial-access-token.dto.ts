import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { IfPresent } from '../../platform/http/validation/if-present';
import type { LiveToken } from '../../model/clients/registration/initial-access-token.repository';

const DAY = 86_400;
const LONGEST = 90 * DAY;

export const DEFAULT_TOKEN_TTL = DAY;

export class NewInitialAccessTokenDto {
  @ApiPropertyOptional({ default: DEFAULT_TOKEN_TTL, minimum: 60, maximum: LONGEST, description: 'Seconds.' })
  @IfPresent()
  @IsInt()
  @Min(60)
  @Max(LONGEST)
  expires_in?: number;
}

export class InitialAccessTokenView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export class ShownInitialAccessTokenView extends InitialAccessTokenView {
  @ApiProperty({ description: 'Send it as a Bearer token to POST /oauth2/register. Shown only this once.' })
  initial_access_token: string;
}

export class InitialAccessTokenListView {
  @ApiProperty({ type: [InitialAccessTokenView] })
  items: InitialAccessTokenView[];
}

export const toTokenView = ({ id, createdAt, expiresAt }: LiveToken): InitialAccessTokenView => ({
  id,
  created_at: new Date(createdAt).toISOString(),
  expires_at: new Date(expiresAt).toISOString(),
});

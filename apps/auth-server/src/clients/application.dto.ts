import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger/dist/decorators';
import { OmitType, PartialType } from '@nestjs/swagger/dist/type-helpers';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IfPresent } from '../http/if-present';
import { IsShowable } from '../http/is-showable';
import type { ClientType } from '../protocol/client';
import { LONGEST_RETRY_WINDOW } from '../protocol/refresh-rotation';
import { IsWebUri } from './is-web-uri';

export class NewApplicationDto {
  @ApiProperty({ minLength: 1, maxLength: 200 })
  @Length(1, 200)
  @IsShowable()
  name: string;

  @ApiProperty({ type: [String], minItems: 1, maxItems: 20, example: ['https://app.example.com/callback'] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ArrayUnique()
  @IsString({ each: true })
  redirect_uris: string[];

  @ApiPropertyOptional({ enum: ['confidential', 'public'], default: 'confidential' })
  @IfPresent()
  @IsIn(['confidential', 'public'])
  client_type?: ClientType;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 2000 })
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  @IsShowable({ lines: true })
  description?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsWebUri()
  homepage_uri?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsWebUri()
  logo_uri?: string | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    description: 'Absent or null: every scope there is, later ones too.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsString({ each: true })
  scopes?: string[] | null;

  @ApiPropertyOptional({ default: true })
  @IfPresent()
  @IsBoolean()
  enabled?: boolean;

  @ApiPropertyOptional({ default: false, description: 'Demand client authentication on every refresh too.' })
  @IfPresent()
  @IsBoolean()
  require_client_authentication?: boolean;

  @ApiPropertyOptional({
    default: false,
    description: 'Public applications: any port on http://127.0.0.1 and http://[::1].',
  })
  @IfPresent()
  @IsBoolean()
  loopback_any_port?: boolean;

  @ApiPropertyOptional({
    default: 0,
    minimum: 0,
    maximum: LONGEST_RETRY_WINDOW,
    description: 'Seconds in which a refresh whose answer was lost may be sent once more; 0: never.',
  })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(LONGEST_RETRY_WINDOW)
  refresh_retry_window?: number;
}

export class ChangeApplicationDto extends PartialType(OmitType(NewApplicationDto, ['client_type'] as const), {
  skipNullProperties: false,
}) {}

import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsString, Length, ValidateIf } from 'class-validator';
import { IsName } from '../../platform/http/validation/is-showable';
import { IfPresent } from '../../platform/http/validation/if-present';
import type { ClientType } from '../../protocol/client/client';
import { SentMembersDto } from './client-members';

/** Required, though it may be left out of a change. */
const Needed = (type: typeof String | [typeof String]) =>
  applyDecorators(
    ApiProperty({ type, required: true }),
    ValidateIf(() => true),
  );

export class ChangeApplicationDto extends SentMembersDto {
  @ApiPropertyOptional({ type: [String], minItems: 1, maxItems: 20, example: ['https://app.example.com/callback'] })
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ArrayUnique()
  @IsString({ each: true })
  redirect_uris?: string[];
}

export class NewApplicationDto extends ChangeApplicationDto {
  @Needed(String)
  override name: string;

  @Needed([String])
  override redirect_uris: string[];

  @ApiPropertyOptional({ enum: ['confidential', 'public'], default: 'confidential' })
  @IfPresent()
  @IsIn(['confidential', 'public'])
  client_type?: ClientType;
}

export class NewSecretDto {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 60,
    example: 'server in Frankfurt',
    description: 'By default that of the secret that it replaces.',
  })
  @IfPresent()
  @IsName()
  @Length(1, 60)
  name?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'The id of the secret that it replaces, which ends in 24 hours.',
  })
  @IfPresent()
  @IsString()
  replaces?: string;
}

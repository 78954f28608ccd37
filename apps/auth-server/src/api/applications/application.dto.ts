import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsString, ValidateIf } from 'class-validator';
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

import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { type ClientField, FIELDS } from '../../protocol/client/field-mapping';
import type { Members, SentMembers } from '../../protocol/client/fields';
import { IfPresent } from '../../platform/http/validation/if-present';
import { IsName, IsShowable } from '../../platform/http/validation/is-showable';

const isNullable = (field: ClientField) => field.default === null && field.setting === undefined;

const LIST = ({ most }: ClientField) => [IsArray(), ArrayMaxSize(most), ArrayUnique(), IsString({ each: true })];

/** The rules of URIs and algorithms are in protocol/client/problems.ts. */
const RULES: Record<ClientField['kind'], (field: ClientField) => PropertyDecorator[]> = {
  flag: () => [IsBoolean()],
  number: ({ most }) => [IsInt(), Min(0), Max(most)],
  text: ({ oneOf, longest, isName = false }) => {
    if (oneOf !== undefined) return [IsIn(oneOf)];
    if (longest === undefined) return [IsString()];
    return isName ? [IsName(), Length(1, longest)] : [IsShowable({ lines: true }), MaxLength(longest), IsString()];
  },
  page: () => [IsString()],
  endpoint: () => [IsString()],
  list: LIST,
  texts: (field) => [IsShowable({ each: true }), MaxLength(field.longest ?? 0, { each: true }), ...LIST(field)],
  jwks: () => [IsObject()],
};

const TYPES = {
  flag: Boolean,
  number: Number,
  text: String,
  page: String,
  endpoint: String,
  list: [String],
  texts: [String],
  jwks: Object,
} satisfies Record<ClientField['kind'], ApiPropertyOptions['type']>;

function schemaOf({ kind, about, oneOf, known = oneOf, most, longest, isName }: ClientField): ApiPropertyOptions {
  return {
    type: TYPES[kind],
    ...(about !== undefined && { description: about }),
    ...(known !== undefined && { enum: [...known] }),
    ...(kind === 'number' && { minimum: 0, maximum: most }),
    ...((kind === 'list' || kind === 'texts') && { maxItems: most }),
    ...(kind === 'text' && longest !== undefined && { maxLength: longest, ...(isName && { minLength: 1 }) }),
  };
}

/** The fields of a body, as their table has them (ADR 1). */
export const SentMembersDto = declare<SentMembers>(class SentMembersDto {}, (field) => [
  isNullable(field) ? IsOptional() : IfPresent(),
  ...RULES[field.kind](field),
  ApiPropertyOptional({
    ...schemaOf(field),
    ...(isNullable(field) && { nullable: true }),
    ...(!isNullable(field) && field.default !== '' && field.default !== null && { default: field.default }),
  }),
]);

/** The same in an answer. */
export const MembersView = declare<Members<'api'>>(class MembersView {}, (field) => [
  ApiProperty({ ...schemaOf(field), ...(isNullable(field) && field.unset === undefined && { nullable: true }) }),
]);

function declare<Shape>(
  into: new () => object,
  decoratorsOf: (field: ClientField) => PropertyDecorator[],
): new () => Shape {
  for (const field of FIELDS)
    if (field.api !== undefined)
      for (const decorate of decoratorsOf(field)) decorate(into.prototype as object, field.api);
  return into as new () => Shape;
}

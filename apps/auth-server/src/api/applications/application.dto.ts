import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
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
  ValidateIf,
} from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IfPresent } from '../../platform/http/validation/if-present';
import { IsName, IsShowable } from '../../platform/http/validation/is-showable';
import type { ApplicationType, ClientType } from '../../protocol/client/client';
import { CLIENT_AUTHENTICATION_METHODS } from '../../protocol/client/authentication-methods';
import { KNOWN_GRANT_TYPES } from '../../protocol/client/grant-types';
import { LONGEST_MAX_AGE } from '../../protocol/request/sign-in-requirements';
import { LONGEST_RETRY_WINDOW } from '../../protocol/token/refresh-rotation';

const Flag = (description: string) =>
  applyDecorators(ApiPropertyOptional({ default: false, description }), IfPresent(), IsBoolean());

/** A list of distinct texts, or null. */
const Names = ({
  enum: known,
  maxItems = 100,
  description,
}: {
  enum?: readonly string[];
  maxItems?: number;
  description: string;
}) =>
  applyDecorators(
    ApiPropertyOptional({ type: [String], nullable: true, description, maxItems, ...(known && { enum: [...known] }) }),
    IsOptional(),
    IsArray(),
    ArrayMaxSize(maxItems),
    ArrayUnique(),
    IsString({ each: true }),
  );

/** A text, or null; protocol/client/problems.ts has the rules of URIs. */
const Text = (description?: string) =>
  applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, ...(description !== undefined && { description }) }),
    IsOptional(),
    IsString(),
  );

/** Required, though it may be left out of a change. */
const Needed = (type: typeof String | [typeof String]) =>
  applyDecorators(
    ApiProperty({ type, required: true }),
    ValidateIf(() => true),
  );

export class ChangeApplicationDto {
  @ApiPropertyOptional({ minLength: 1, maxLength: 200 })
  @IfPresent()
  @Length(1, 200)
  @IsName()
  name?: string;

  @ApiPropertyOptional({ type: [String], minItems: 1, maxItems: 20, example: ['https://app.example.com/callback'] })
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ArrayUnique()
  @IsString({ each: true })
  redirect_uris?: string[];

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 2000 })
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  @IsShowable({ lines: true })
  description?: string | null;

  @Text()
  homepage_uri?: string | null;

  @Text()
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

  @Flag('Demand client authentication on every refresh too.')
  require_client_authentication?: boolean;

  @Flag('Public applications: any port on http://127.0.0.1, http://[::1] and http://localhost.')
  loopback_any_port?: boolean;

  @ApiPropertyOptional({
    minimum: 0,
    maximum: LONGEST_RETRY_WINDOW,
    description:
      'Seconds in which a refresh whose answer was lost may be sent once more; 0: never. Absent: REFRESH_RETRY_WINDOW.',
  })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(LONGEST_RETRY_WINDOW)
  refresh_retry_window?: number;

  @ApiPropertyOptional({ enum: ['web', 'native'], default: 'web' })
  @IfPresent()
  @IsIn(['web', 'native'])
  application_type?: ApplicationType;

  @Flag('Refuse an authorization request without PKCE. Public applications need it anyway.')
  require_pkce?: boolean;

  @Flag('Take pushed authorization requests alone (RFC 9126).')
  require_pushed_authorization_requests?: boolean;

  @Flag('Take signed request objects alone (RFC 9101).')
  require_signed_request_object?: boolean;

  @Flag('Issue access tokens to a proof of possession alone (RFC 9449).')
  dpop_bound_access_tokens?: boolean;

  @Names({ enum: KNOWN_GRANT_TYPES, description: 'Absent or null: authorization_code and refresh_token.' })
  grant_types?: string[] | null;

  @Names({ description: 'What it may ask for on its own behalf, by client_credentials; null: nothing.' })
  client_credentials_scopes?: string[] | null;

  @ApiPropertyOptional({
    type: String,
    enum: ['fapi2'],
    nullable: true,
    description: 'fapi2: only what the FAPI 2.0 Security Profile allows; null: the profile of the server.',
  })
  @IsOptional()
  @IsIn(['fapi2'])
  security_profile?: 'fapi2' | null;

  @ApiPropertyOptional({
    type: String,
    enum: CLIENT_AUTHENTICATION_METHODS,
    nullable: true,
    description: 'Absent or null: the secret, by Basic or in the body; of a public application: none.',
  })
  @IsOptional()
  @IsString()
  token_endpoint_auth_method?: string | null;

  @Text('The only alg of its client assertions; absent or null: every one that is taken.')
  token_endpoint_auth_signing_alg?: string | null;

  @ApiPropertyOptional({
    enum: ['issuer', 'any'],
    default: 'issuer',
    description:
      'aud of its client assertions; any: also the URL of the token, PAR or called endpoint, and a life of up to an hour.',
  })
  @IfPresent()
  @IsIn(['issuer', 'any'])
  client_assertion_audience?: 'issuer' | 'any';

  @ApiPropertyOptional({ type: Object, nullable: true, description: 'A JWK Set of its public keys (RFC 7517 §5).' })
  @IsOptional()
  @IsObject()
  jwks?: object | null;

  @Text('Where its JWK Set is; instead of jwks.')
  jwks_uri?: string | null;

  @Text('The only alg of its request objects; absent or null: every one that is taken.')
  request_object_signing_alg?: string | null;

  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    minimum: 0,
    description: 'Seconds since the sign-in, at most, where a request does not say (max_age); null: any.',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_MAX_AGE)
  default_max_age?: number | null;

  @Flag('ID tokens always say when the account signed in.')
  require_auth_time?: boolean;

  @Text('Absent or null: RS256.')
  id_token_signed_response_alg?: string | null;

  @Names({ maxItems: 20, description: 'Where an account may go after a sign-out; the rules of redirect_uris.' })
  post_logout_redirect_uris?: string[] | null;

  @Text('Told when an account signs out (OpenID Connect Back-Channel Logout).')
  backchannel_logout_uri?: string | null;

  @Flag('A logout token must name the session.')
  backchannel_logout_session_required?: boolean;

  @Names({ description: 'The authorization details it may ask for (RFC 9396); absent or null: all types.' })
  authorization_details_types?: string[] | null;

  @Text()
  tos_uri?: string | null;

  @Text()
  policy_uri?: string | null;

  @Names({ maxItems: 10, description: 'How to reach those responsible for it, such as e-mail addresses.' })
  @MaxLength(254, { each: true })
  @IsShowable({ each: true })
  contacts?: string[] | null;
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

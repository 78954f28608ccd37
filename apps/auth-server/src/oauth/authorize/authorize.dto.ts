import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  ApiQuery,
  type ApiQueryOptions,
  getSchemaPath,
} from '@nestjs/swagger';
import { RequestedAccessView } from '../../model/consents/requested-access.view';

class DetailTextsView {
  @ApiProperty({ example: 'Pay once from your account' })
  description: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { to: 'Recipient' },
    description: 'How to call its fields, at any depth.',
  })
  names?: Readonly<Record<string, string>>;
}

@ApiExtraModels(DetailTextsView)
class DetailsTypeView extends DetailTextsView {
  @ApiProperty({ example: 'payment' })
  type: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(DetailTextsView) },
    description: 'By language, such as `de`.',
  })
  texts?: Readonly<Record<string, DetailTextsView>>;
}

/** What a consent screen shows. */
export class ConsentScreenView extends RequestedAccessView {
  @ApiProperty({ description: 'Send it as session_id with the decision.' })
  sessionID: string;

  @ApiProperty({ description: 'The same as sessionID.' })
  session_id: string;

  @ApiProperty({ description: 'Seconds.', example: 300 })
  expires_in: number;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty()
  redirect_uri: string;

  @ApiProperty({
    description: 'Where the answer is sent: a host or, for a private-use URI, its scheme with the colon.',
  })
  redirect_host: string;

  @ApiProperty({ description: 'Whether it is sent to a program on this machine, over loopback.' })
  redirect_is_loopback: boolean;

  @ApiPropertyOptional({
    type: [Object],
    description: 'What is requested besides scopes (RFC 9396): as it was sent, each with the description of its type.',
  })
  authorization_details?: object[];

  @ApiPropertyOptional({ type: [DetailsTypeView], description: 'How to show the types of these.' })
  authorization_details_types?: DetailsTypeView[];

  @ApiPropertyOptional({ type: [String], description: 'The prompt values of the request.' })
  prompt?: string[];

  @ApiPropertyOptional({ description: 'The user that the application expects to sign in.' })
  login_hint?: string;
}

/** Read by hand, strictly; this class shows it in the OpenAPI document. */
export class DecisionDto {
  @ApiProperty()
  session_id: string;

  @ApiProperty({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['true', 'false', '1', '0'] }] })
  is_rejected: boolean | string;

  @ApiProperty({ required: false, description: 'The part of the scope that the user grants; default: all of it.' })
  scope?: string;
}

export class RedirectView {
  @ApiProperty()
  redirect_to: string;

  @ApiProperty({ required: false, enum: ['form_post'], description: 'If the parameters must be posted there.' })
  response_mode?: string;

  @ApiProperty({ required: false, type: Object })
  parameters?: Record<string, string>;
}

/** Of an authorization request. */
const PARAMETERS: readonly ApiQueryOptions[] = [
  { name: 'client_id' },
  {
    name: 'request_uri',
    required: false,
    description: 'A pushed request (RFC 9126): other parameters are ignored.',
  },
  {
    name: 'request',
    required: false,
    description: 'A signed request (RFC 9101): other parameters are ignored.',
  },
  {
    name: 'redirect_uri',
    required: false,
    description:
      'Must equal a registered one byte for byte. Required, except with code_challenge if exactly one is registered.',
  },
  { name: 'response_type', enum: ['code'] },
  { name: 'scope', required: false, description: 'Required without code_challenge.' },
  { name: 'state', required: false, description: 'Required without code_challenge; returned unchanged.' },
  { name: 'code_challenge', required: false, description: 'PKCE; required for public applications.' },
  { name: 'code_challenge_method', required: false, enum: ['S256'] },
  { name: 'resource', required: false, description: 'The URL of the resource (RFC 8707).' },
  {
    name: 'authorization_details',
    required: false,
    description: 'JSON (RFC 9396); scope may then be omitted.',
  },
  { name: 'nonce', required: false, description: 'Returned in the ID token.' },
  {
    name: 'prompt',
    required: false,
    description: '`none`, or any of login, consent, select_account and create.',
  },
  { name: 'max_age', required: false, description: 'How many seconds old the sign-in may be.' },
  { name: 'acr_values', required: false, description: 'Acceptable authentication context classes (acr).' },
  { name: 'login_hint', required: false, description: 'The user that the application expects.' },
  { name: 'id_token_hint', required: false, description: 'An ID token of the expected user.' },
  { name: 'response_mode', required: false, enum: ['query', 'form_post', 'fragment'] },
  { name: 'dpop_jkt', required: false, description: 'The thumbprint of the proof key (RFC 9449 §10).' },
];

/** Documents them in this order: the decorator that runs last comes first. */
export const ApiAuthorizationParameters = () =>
  applyDecorators(...PARAMETERS.map((parameter) => ApiQuery(parameter)).reverse());

import { ApiProperty } from '@nestjs/swagger';
import { JWT_BEARER } from '../../protocol/client/assertion';
import { KNOWN_GRANT_TYPES } from '../../protocol/client/grant-types';
import { TOKEN_TYPES } from '../../protocol/token/token-exchange';
import type { TokenParameters } from './token-request';

/** Read by hand, strictly; this class shows it in the OpenAPI document. */
export class TokenRequestDto implements TokenParameters {
  @ApiProperty({ enum: KNOWN_GRANT_TYPES })
  grant_type: string;

  @ApiProperty({ required: false, description: 'The authorization code; a refresh token is accepted here too.' })
  code: string;

  @ApiProperty({ required: false, description: 'Required unless HTTP Basic names the client.' })
  client_id: string;

  @ApiProperty({ required: false, description: 'Required unless HTTP Basic has it or the application is public.' })
  client_secret: string;

  @ApiProperty({ required: false, description: "A JWT signed with the application's own key (RFC 7523), used once." })
  client_assertion: string;

  @ApiProperty({ required: false, enum: [JWT_BEARER] })
  client_assertion_type: string;

  @ApiProperty({ required: false, description: 'For authorization_code.' })
  redirect_uri: string;

  @ApiProperty({ required: false, description: 'PKCE; required if the authorization request had a code_challenge.' })
  code_verifier: string;

  @ApiProperty({ required: false, description: 'For refresh_token.' })
  refresh_token: string;

  @ApiProperty({
    required: false,
    description: 'For refreshes, narrows the access token; for client_credentials, the requested scope.',
  })
  scope: string;

  @ApiProperty({ required: false, description: 'The URL of the resource (RFC 8707).' })
  resource: string;

  @ApiProperty({ required: false, description: 'For the grant type of RFC 8628.' })
  device_code: string;

  @ApiProperty({ required: false, description: 'For token exchange (RFC 8693): an access token.' })
  subject_token: string;

  @ApiProperty({ required: false, enum: [...TOKEN_TYPES] })
  subject_token_type: string;

  @ApiProperty({ required: false, description: 'An access token of the actor; default: the application itself.' })
  actor_token: string;

  @ApiProperty({ required: false, enum: [...TOKEN_TYPES] })
  actor_token_type: string;

  @ApiProperty({ required: false, enum: [...TOKEN_TYPES] })
  requested_token_type: string;

  @ApiProperty({ required: false, description: 'For token exchange: the same as resource.' })
  audience: string;

  @ApiProperty({ required: false, description: 'JSON (RFC 9396): the part of the grant that the token is for.' })
  authorization_details: string;
}

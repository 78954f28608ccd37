import { ApiProperty } from '@nestjs/swagger';
import { JWT_BEARER } from '../../protocol/client/assertion';

/** Read by hand, strictly; this class shows it in the OpenAPI document. */
export class RevocationRequestDto {
  @ApiProperty({ description: 'A refresh token or an access token of this application.' })
  token: string;

  @ApiProperty({ required: false, description: 'Taken, and not needed.' })
  token_type_hint: string;

  @ApiProperty({ required: false, description: 'Unless the client authenticates by Basic or by its key.' })
  client_id: string;

  @ApiProperty({ required: false, description: 'Unless Basic carries it, or the application is public.' })
  client_secret: string;

  @ApiProperty({ required: false, description: 'Of an application that proves itself by its key (RFC 7523).' })
  client_assertion: string;

  @ApiProperty({ required: false, enum: [JWT_BEARER] })
  client_assertion_type: string;
}

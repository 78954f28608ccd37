import { ApiProperty } from '@nestjs/swagger';
import { JWT_BEARER } from '../../protocol/client/assertion';

/** Read by hand, strictly; this class shows it in the OpenAPI document. */
export class RevocationRequestDto {
  @ApiProperty({ description: 'A refresh token or an access token of this application.' })
  token: string;

  @ApiProperty({ required: false, description: 'Optional; it makes no difference.' })
  token_type_hint: string;

  @ApiProperty({
    required: false,
    description: 'Required unless the client authenticates by HTTP Basic or with its key.',
  })
  client_id: string;

  @ApiProperty({ required: false, description: 'Required unless HTTP Basic has it or the application is public.' })
  client_secret: string;

  @ApiProperty({ required: false, description: 'For an application that authenticates with its key (RFC 7523).' })
  client_assertion: string;

  @ApiProperty({ required: false, enum: [JWT_BEARER] })
  client_assertion_type: string;
}

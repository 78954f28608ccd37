import { ApiProperty } from '@nestjs/swagger';
import { JWT_BEARER } from '../../protocol/client/assertion';

export class PushedView {
  @ApiProperty({ description: 'Send it to the authorization endpoint together with client_id.' })
  request_uri: string;

  @ApiProperty({ description: 'Seconds.', example: 90 })
  expires_in: number;
}

/** Read by hand, strictly; this class shows it in the OpenAPI document. */
export class PushedRequestDto {
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

  @ApiProperty({ description: 'This and all other parameters as at the authorization endpoint.' })
  redirect_uri: string;

  @ApiProperty({ enum: ['code'] })
  response_type: string;

  @ApiProperty({ required: false, description: 'Instead of all other parameters: a signed request (RFC 9101).' })
  request: string;
}

import { ApiProperty } from '@nestjs/swagger';
import { JWT_BEARER } from '../../protocol/client/assertion';

export class PushedView {
  @ApiProperty({ description: 'Sent to the authorization endpoint beside client_id.' })
  request_uri: string;

  @ApiProperty({ description: 'Seconds.', example: 90 })
  expires_in: number;
}

/** Read by hand, strictly; this class shows it in the OpenAPI document. */
export class PushedRequestDto {
  @ApiProperty({ required: false, description: 'Unless the client authenticates by Basic or by its key.' })
  client_id: string;

  @ApiProperty({ required: false, description: 'Unless Basic carries it, or the application is public.' })
  client_secret: string;

  @ApiProperty({ required: false, description: 'Of an application that proves itself by its key (RFC 7523).' })
  client_assertion: string;

  @ApiProperty({ required: false, enum: [JWT_BEARER] })
  client_assertion_type: string;

  @ApiProperty({ description: 'This and all others as at the authorization endpoint.' })
  redirect_uri: string;

  @ApiProperty({ enum: ['code'] })
  response_type: string;

  @ApiProperty({ required: false, description: 'Instead of all others: a signed request (RFC 9101).' })
  request: string;
}

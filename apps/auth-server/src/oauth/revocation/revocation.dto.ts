import { ApiProperty } from '@nestjs/swagger/dist/decorators';

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
}

import { ApiProperty } from '@nestjs/swagger';
import { JWT_BEARER } from '../../protocol/client/assertion';
import { CLIENT_PARAMETERS } from '../../protocol/client/authentication';
import type { Parameters } from '../../protocol/request/parameters';

export const DEVICE_PARAMETERS = [...CLIENT_PARAMETERS, 'scope', 'resource'] as const;

export type DeviceParameters = Parameters<(typeof DEVICE_PARAMETERS)[number]>;

/** Documents the body in OpenAPI alone. */
export class DeviceAuthorizationDto implements DeviceParameters {
  @ApiProperty({ required: false, description: 'Required unless HTTP Basic names the client.' })
  client_id: string;

  @ApiProperty({ required: false, description: 'Required unless HTTP Basic has it or the application is public.' })
  client_secret: string;

  @ApiProperty({ required: false, description: 'For an application that authenticates with its key (RFC 7523).' })
  client_assertion: string;

  @ApiProperty({ required: false, enum: [JWT_BEARER] })
  client_assertion_type: string;

  @ApiProperty({
    required: false,
    description: 'Default: all scopes that the application may request at one resource.',
  })
  scope: string;

  @ApiProperty({ required: false, description: 'The URL of the resource (RFC 8707).' })
  resource: string;
}

/** RFC 8628 §3.2. */
export class DeviceAuthorizationView {
  @ApiProperty({ description: 'The code with which the device polls the token endpoint.' })
  device_code: string;

  @ApiProperty({ description: 'The code that the user types.', example: 'WDJB-MJHT' })
  user_code: string;

  @ApiProperty({ example: 'http://localhost:3000/oauth2/device' })
  verification_uri: string;

  @ApiProperty({ description: 'The same with the user code in it, for a QR code.' })
  verification_uri_complete: string;

  @ApiProperty({ description: 'Seconds.', example: 600 })
  expires_in: number;

  @ApiProperty({ description: 'Seconds between polls.', example: 5 })
  interval: number;
}

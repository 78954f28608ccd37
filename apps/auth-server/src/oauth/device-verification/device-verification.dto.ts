import { ApiProperty } from '@nestjs/swagger';
import type { Parameters } from '../../protocol/request/parameters';
import { RequestedAccessView } from '../../model/consents/requested-access.view';

export const SCREEN_PARAMETERS = ['user_code'] as const;

export type ScreenParameters = Parameters<(typeof SCREEN_PARAMETERS)[number]>;

export const DEVICE_DECISION_PARAMETERS = ['user_code', 'is_rejected', 'scope'] as const;

export type DeviceDecisionParameters = Parameters<(typeof DEVICE_DECISION_PARAMETERS)[number]>;

class AskingDeviceView {
  @ApiProperty({ format: 'date-time' })
  waiting_since: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Where it began: an IPv4 address, or an IPv6 network of 64 bits.',
    example: '203.0.113.7',
  })
  network: string | null;

  @ApiProperty({ description: 'Whether the caller is in it. Where not, ask the person twice.' })
  same_network: boolean;
}

export class DeviceScreenView extends RequestedAccessView {
  @ApiProperty({ description: 'As the device shows it: the person compares the two.', example: 'WDJB-MJHT' })
  user_code: string;

  @ApiProperty({ description: 'Seconds.', example: 600 })
  expires_in: number;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty({ enum: ['another_device'], description: 'An approval gives the access to it, not to this browser.' })
  access_goes_to: 'another_device';

  @ApiProperty()
  device: AskingDeviceView;
}

/** Documents the body in OpenAPI alone. */
export class DeviceDecisionDto {
  @ApiProperty({ description: 'Case, spaces and dashes mean nothing.', example: 'WDJB-MJHT' })
  user_code: string;

  @ApiProperty({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['true', 'false', '1', '0'] }] })
  is_rejected: boolean | string;

  @ApiProperty({ required: false, description: 'The part of the scope that the account grants; default all.' })
  scope?: string;
}

export class DeviceDecisionView {
  @ApiProperty()
  is_rejected: boolean;

  @ApiProperty({ required: false, description: 'What was granted.', example: 'notes:read' })
  scope?: string;
}

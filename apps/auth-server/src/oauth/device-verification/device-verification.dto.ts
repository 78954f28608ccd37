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
    description: 'Where the request came from: an IPv4 address, or an IPv6 /64 network.',
    example: '203.0.113.7',
  })
  network: string | null;

  @ApiProperty({ description: 'Whether the caller is in that network. If not, ask the user twice.' })
  same_network: boolean;
}

export class DeviceScreenView extends RequestedAccessView {
  @ApiProperty({ description: 'As the device shows it, so that the user can compare.', example: 'WDJB-MJHT' })
  user_code: string;

  @ApiProperty({ description: 'Seconds.', example: 600 })
  expires_in: number;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty({
    enum: ['another_device'],
    description: 'An approval gives access to the device, not to this browser.',
  })
  access_goes_to: 'another_device';

  @ApiProperty()
  device: AskingDeviceView;
}

/** Documents the body in OpenAPI alone. */
export class DeviceDecisionDto {
  @ApiProperty({ description: 'Case, spaces and hyphens are ignored.', example: 'WDJB-MJHT' })
  user_code: string;

  @ApiProperty({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['true', 'false', '1', '0'] }] })
  is_rejected: boolean | string;

  @ApiProperty({ required: false, description: 'The part of the scope that the user grants; default: all of it.' })
  scope?: string;
}

export class DeviceDecisionView {
  @ApiProperty()
  is_rejected: boolean;

  @ApiProperty({ required: false, description: 'The granted scope.', example: 'notes:read' })
  scope?: string;
}

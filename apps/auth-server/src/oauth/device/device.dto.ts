import { ApiProperty } from '../../http/api-notes';
import type { Parameters } from '../../protocol/parameters';
import { AskedView } from '../authorize/authorize.dto';

export const SCREEN_PARAMETERS = ['user_code'] as const;

export type ScreenParameters = Parameters<(typeof SCREEN_PARAMETERS)[number]>;

export const DEVICE_DECISION_PARAMETERS = ['user_code', 'is_rejected', 'scope'] as const;

export type DeviceDecisionParameters = Parameters<(typeof DEVICE_DECISION_PARAMETERS)[number]>;

/** What a device asks for: shown before anything is decided. */
export class DeviceScreenView extends AskedView {
  @ApiProperty({ description: 'As the device shows it: the person compares the two.', example: 'WDJB-MJHT' })
  user_code: string;

  @ApiProperty({ description: 'Seconds.', example: 600 })
  expires_in: number;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

/** Read by hand, strictly; this class shows it in the OpenAPI document. */
export class DeviceDecisionDto {
  @ApiProperty({ description: 'Case, spaces and dashes mean nothing.', example: 'WDJB-MJHT' })
  user_code: string;

  @ApiProperty({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['true', 'false', '1', '0'] }] })
  is_rejected: boolean | string;

  @ApiProperty({ required: false, description: 'The part of the scope that the account grants; default all.' })
  scope?: string;
}

/** What was decided; the device learns of it by its next poll. */
export class DeviceDecisionView {
  @ApiProperty()
  is_rejected: boolean;

  @ApiProperty({ required: false, description: 'What was granted.', example: 'notes:read' })
  scope?: string;
}

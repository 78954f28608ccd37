import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';

export class NoticesDto {
  @ApiProperty({ description: 'Whether the account gets emails about new sign-ins and new access.' })
  @IsBoolean()
  enabled: boolean;
}

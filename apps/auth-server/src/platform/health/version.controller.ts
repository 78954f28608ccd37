import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { API_VERSION } from '../http/docs/api-version';

class VersionView {
  @ApiProperty({ example: API_VERSION })
  version: string;
}

@ApiTags('health')
@Controller('api/version')
export class VersionController {
  @Get()
  @ApiOperation({ summary: 'Get the version of this API' })
  @ApiOkResponse({ type: VersionView })
  show(): VersionView {
    return { version: API_VERSION };
  }
}

import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBasicAuth, ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { ApiOAuthError } from '../../platform/http/docs/api-docs';
import { AnyOrigin, Costly } from '../../platform/http/edge/route-facts';
import { type ClientCall, CurrentCall, FORM } from '../../platform/http/edge/edge-request';
import { parseParameters } from '../../protocol/request/parameters';
import { assertNoSecretInQuery } from '../../protocol/request/secret-in-query';
import { DEVICE_PARAMETERS, DeviceAuthorizationDto, DeviceAuthorizationView } from './device-authorization.dto';
import { DeviceAuthorizationService } from './device-authorization.service';

@ApiTags('oauth2')
@ApiBasicAuth('client')
@ApiSecurity({})
@AnyOrigin()
@Controller('oauth2/device_authorization')
export class DeviceAuthorizationController {
  constructor(private readonly devices: DeviceAuthorizationService) {}

  @Post()
  @Costly()
  @HttpCode(200)
  @ApiOperation({ summary: 'Start the flow on a device without a browser (RFC 8628)' })
  @ApiConsumes(FORM)
  @ApiBody({ type: DeviceAuthorizationDto })
  @ApiOkResponse({ type: DeviceAuthorizationView })
  @ApiOAuthError(400, 401, 413, 429, 503)
  async open(@CurrentCall() call: ClientCall): Promise<DeviceAuthorizationView> {
    assertNoSecretInQuery(call.query);
    return this.devices.open(parseParameters(call.body(FORM).text, DEVICE_PARAMETERS), call);
  }
}

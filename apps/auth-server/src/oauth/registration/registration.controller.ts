import { Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { ApiExample, ApiOAuthError } from '../../platform/http/docs/api-docs';
import { AnyOrigin, Costly } from '../../platform/http/edge/route-facts';
import { type BodyReader, type ClientCall, CurrentCall, JSON_TYPE } from '../../platform/http/edge/edge-request';
import { parseJsonObject } from '../../protocol/request/parameters';
import { ClientInformationView, ClientMetadataDto } from './registration.dto';
import { type Metadata, RegistrationService } from './registration.service';

/** RFC 7591, RFC 7592. */
@ApiTags('registration')
@ApiBearerAuth('registration')
@AnyOrigin()
@Controller('oauth2/register')
export class RegistrationController {
  constructor(private readonly registrations: RegistrationService) {}

  @Post()
  @Costly()
  @ApiOperation({ summary: 'Register a client, if DYNAMIC_REGISTRATION allows it' })
  @ApiConsumes(JSON_TYPE)
  @ApiExample(ClientMetadataDto, { client_name: 'Photo Printer', redirect_uris: ['https://app.example.com/callback'] })
  @ApiCreatedResponse({ type: ClientInformationView })
  @ApiOAuthError(400, 401, 403, 413, 429, 503)
  async register(@CurrentCall() { body, authorization, address }: ClientCall): Promise<Metadata> {
    const vouchedBy = await this.registrations.findVoucher(authorization);
    return this.registrations.register(metadataOf(body), address, vouchedBy);
  }

  @Get(':client_id')
  @ApiOperation({ summary: 'Get the registration of a client; never its secret' })
  @ApiOkResponse({ type: ClientInformationView })
  @ApiOAuthError(401, 503)
  async show(@Param('client_id') clientId: string, @CurrentCall() { authorization }: ClientCall): Promise<Metadata> {
    return this.registrations.show(clientId, authorization);
  }

  @Put(':client_id')
  @ApiOperation({ summary: 'Replace the metadata of a client' })
  @ApiConsumes(JSON_TYPE)
  @ApiBody({ type: ClientMetadataDto })
  @ApiOkResponse({ type: ClientInformationView })
  @ApiOAuthError(400, 401, 413, 429, 503)
  async replace(
    @Param('client_id') clientId: string,
    @CurrentCall() { body, authorization, address }: ClientCall,
  ): Promise<Metadata> {
    return this.registrations.replace(clientId, authorization, () => metadataOf(body), address);
  }

  @Delete(':client_id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a registration; its grants and token families end' })
  @ApiNoContentResponse()
  @ApiOAuthError(401, 503)
  async delete(
    @Param('client_id') clientId: string,
    @CurrentCall() { authorization, address }: ClientCall,
  ): Promise<void> {
    await this.registrations.delete(clientId, authorization, address);
  }
}

const metadataOf = (body: BodyReader) => parseJsonObject(body(JSON_TYPE).text);

import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger/dist/decorators';
import { SETTINGS, type Settings } from '../../config/settings';
import { ApiProblem } from '../../http/api-docs';
import { KeyRing } from '../../keys/key-ring';
import { JWKS_MAX_AGE } from '../../protocol/key-schedule';
import { serverMetadata } from '../../protocol/server-metadata';
import { JwksView, MetadataView } from './discovery.view';

const CACHEABLE = `public, max-age=${JWKS_MAX_AGE}`;

/** What the world may know: the metadata (RFC 8414) and the public keys (RFC 7517). */
@ApiTags('discovery')
@Controller('.well-known')
export class DiscoveryController {
  constructor(
    private readonly keys: KeyRing,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('oauth-authorization-server')
  @Header('cache-control', CACHEABLE)
  @ApiOperation({ summary: 'What this server can do' })
  @ApiOkResponse({ type: MetadataView })
  metadata(): MetadataView {
    return serverMetadata(this.settings.issuer, this.settings.resources);
  }

  @Get('jwks.json')
  @Header('cache-control', CACHEABLE)
  @ApiOperation({ summary: 'The keys that verify access tokens' })
  @ApiOkResponse({ type: JwksView })
  @ApiProblem(503)
  async jwks(): Promise<JwksView> {
    return { keys: await this.keys.publicJwks() };
  }
}

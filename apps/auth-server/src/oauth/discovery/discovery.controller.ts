import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../config/settings';
import { ApiProblem } from '../../http/docs/api-docs';
import { AnyOrigin } from '../../http/edge/route-facts';
import { DEFAULT_ID_TOKEN_ALG, IdTokenSigner } from '../../keys/id-token-signer';
import { KeyRing } from '../../keys/key-ring';
import { JWKS_MAX_AGE } from '../../protocol/signing/key-schedule';
import { openidMetadata } from '../../protocol/discovery/openid-metadata';
import { serverMetadata } from '../../protocol/discovery/server-metadata';
import { JwksView, MetadataView } from './discovery.view';

const CACHEABLE = `public, max-age=${JWKS_MAX_AGE}`;

/** A client with the default algorithm. */
const UNREGISTERED = { idTokenSignedResponseAlg: null };

/** RFC 8414, RFC 7517. */
@ApiTags('discovery')
@AnyOrigin()
@Controller('.well-known')
export class DiscoveryController {
  constructor(
    private readonly keys: KeyRing,
    private readonly idTokens: IdTokenSigner,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('oauth-authorization-server')
  @Header('cache-control', CACHEABLE)
  @ApiOperation({ summary: 'What this server can do' })
  @ApiOkResponse({ type: MetadataView })
  metadata(): MetadataView {
    const { issuer, resources, accessTokenAlg } = this.settings;
    const algorithms = [...new Set([DEFAULT_ID_TOKEN_ALG, accessTokenAlg])];
    return { ...openidMetadata(issuer, algorithms), ...serverMetadata(issuer, resources, this.settings) };
  }

  @Get('openid-configuration')
  @Header('cache-control', CACHEABLE)
  @ApiOperation({ summary: 'The same under the name that OpenID Connect gives it' })
  @ApiOkResponse({ type: MetadataView })
  async openid(): Promise<MetadataView> {
    // The caller will read the JWKS next, so create its first key now. The metadata is right without it.
    await this.idTokens.prepare(UNREGISTERED).catch(() => undefined);
    return this.metadata();
  }

  @Get('jwks.json')
  @Header('cache-control', CACHEABLE)
  @ApiOperation({ summary: 'The keys that verify access tokens and ID tokens' })
  @ApiOkResponse({ type: JwksView })
  @ApiProblem(503)
  async jwks(): Promise<JwksView> {
    return { keys: await this.keys.publicJwks() };
  }
}

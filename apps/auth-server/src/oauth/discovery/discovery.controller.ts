import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiProblem } from '../../platform/http/docs/api-docs';
import { AnswersHead, AnyOrigin } from '../../platform/http/edge/route-facts';
import { IdTokenSigner } from '../../model/keys/signing/id-token-signer';
import { KeyRing } from '../../model/keys/signing/key-ring';
import { JWKS_MAX_AGE } from '../../protocol/signing/key-schedule';
import { JwksView, MetadataView } from './discovery.view';
import { idTokenAlgorithms, metadataOf } from './metadata';

const CACHEABLE = `public, max-age=${JWKS_MAX_AGE}`;

/** RFC 8414, RFC 7517. */
@ApiTags('discovery')
@AnyOrigin()
@AnswersHead()
@Controller('.well-known')
export class DiscoveryController {
  constructor(
    private readonly keys: KeyRing,
    private readonly idTokens: IdTokenSigner,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('oauth-authorization-server')
  @Header('cache-control', CACHEABLE)
  @ApiOperation({ summary: 'Get the metadata of this server' })
  @ApiOkResponse({ type: MetadataView })
  metadata(): MetadataView {
    return metadataOf(this.settings);
  }

  @Get('openid-configuration')
  @Header('cache-control', CACHEABLE)
  @ApiOperation({ summary: 'The same at the address of OpenID Connect' })
  @ApiOkResponse({ type: MetadataView })
  async openid(): Promise<MetadataView> {
    // The caller will read the JWKS next, so create its first key now. The metadata is right without it.
    const [alg = null] = idTokenAlgorithms(this.settings);
    await this.idTokens.prepare({ idTokenSignedResponseAlg: alg }).catch(() => undefined);
    return this.metadata();
  }

  @Get('jwks.json')
  @Header('cache-control', CACHEABLE)
  @ApiOperation({ summary: 'Get the keys that verify access tokens and ID tokens' })
  @ApiOkResponse({ type: JwksView })
  @ApiProblem(503)
  async jwks(): Promise<JwksView> {
    return { keys: await this.keys.publicJwks() };
  }
}

import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiProblem } from '../../platform/http/docs/api-docs';
import { AnswersHead, AnyOrigin } from '../../platform/http/edge/route-facts';
import { DEFAULT_ID_TOKEN_ALG, IdTokenSigner } from '../../model/keys/signing/id-token-signer';
import { KeyRing } from '../../model/keys/signing/key-ring';
import { JWKS_MAX_AGE } from '../../protocol/signing/key-schedule';
import { rulesOf } from '../../protocol/client/security-profile';
import { openidMetadata } from '../../protocol/discovery/openid-metadata';
import { listedClaims } from '../../protocol/token/claims-audience';
import { serverMetadata } from '../../protocol/discovery/server-metadata';
import { JwksView, MetadataView } from './discovery.view';

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
  @ApiOperation({ summary: 'What this server can do' })
  @ApiOkResponse({ type: MetadataView })
  metadata(): MetadataView {
    const { issuer, resources, trustedIssuers, passwords } = this.settings;
    const mapped = trustedIssuers.flatMap(({ claims }) => claims);
    const own = openidMetadata(issuer, this.idTokenAlgorithms(), listedClaims(resources, mapped), passwords);
    return { ...own, ...serverMetadata(issuer, resources, this.settings) };
  }

  @Get('openid-configuration')
  @Header('cache-control', CACHEABLE)
  @ApiOperation({ summary: 'The same under the name that OpenID Connect gives it' })
  @ApiOkResponse({ type: MetadataView })
  async openid(): Promise<MetadataView> {
    // The caller will read the JWKS next, so create its first key now. The metadata is right without it.
    const [alg = null] = this.idTokenAlgorithms();
    await this.idTokens.prepare({ idTokenSignedResponseAlg: alg }).catch(() => undefined);
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

  /** The first is the default. */
  private idTokenAlgorithms(): string[] {
    const { accessTokenAlg, securityProfile } = this.settings;
    const { algorithms } = rulesOf(securityProfile);
    return [...new Set([DEFAULT_ID_TOKEN_ALG, accessTokenAlg])].filter((alg) => algorithms.includes(alg));
  }
}

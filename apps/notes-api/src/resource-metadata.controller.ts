import { Public } from '@consentry/guard';
import { Controller, Get, Inject } from '@nestjs/common';
import { SETTINGS, type Settings } from './config/settings';

const PATH = '.well-known/oauth-protected-resource';

/** In every challenge. With a path in `BASE_URL` it is found only by that: other paths of the host are not ours. */
export const resourceMetadataUrl = (baseUrl: string) => `${baseUrl}/${PATH}`;

/** This service's metadata (RFC 9728 §2). */
@Public()
@Controller(PATH)
export class ResourceMetadataController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  metadata() {
    const { authUrl, baseUrl } = this.settings;
    return {
      resource: baseUrl,
      authorization_servers: [authUrl],
      scopes_supported: ['notes:read', 'notes:write'],
      bearer_methods_supported: ['header'],
    };
  }
}

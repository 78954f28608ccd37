import { Public } from '@consentry/guard';
import { Controller, Get, Inject } from '@nestjs/common';
import { SETTINGS, type Settings } from './config/settings';

const PATH = '.well-known/oauth-protected-resource';

/** Told in every challenge. Below a path in `BASE_URL` it is found by that alone: the rest of the host is not ours. */
export const resourceMetadataUrl = (baseUrl: string) => `${baseUrl}/${PATH}`;

/** What a client has to know to get a token for this service (RFC 9728 §2). */
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

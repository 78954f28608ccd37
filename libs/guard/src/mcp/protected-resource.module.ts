import { type DynamicModule, Inject, Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

import type { GuardSettings } from '../nest/guard.settings.ts';
import { GUARD_SETTINGS } from '../nest/guard.tokens.ts';
import { serveMetadata } from './metadata-routes.ts';
import type { ProtectedResourceOptions } from './protected-resource.options.ts';
import { type ResourceMetadata, resourceMetadataOf } from './resource-metadata.ts';

const OPTIONS = Symbol.for('@consentry/guard:protected-resource');

/**
 * Serves the metadata of this service (RFC 9728) and names it in every challenge, so that an MCP client finds the
 * authorization server by the service's URL alone. Beside a global `GuardModule`. Wrong options stop the start.
 *
 * @example imports: [GuardModule.forRoot({ issuer, audience: 'https://tools.example.com/mcp' }), ProtectedResourceModule.forRoot()]
 */
@Module({})
export class ProtectedResourceModule implements NestModule {
  private readonly metadata: ResourceMetadata;

  constructor(
    @Inject(OPTIONS) options: ProtectedResourceOptions,
    @Inject(GUARD_SETTINGS) settings: GuardSettings,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
  ) {
    this.metadata = resourceMetadataOf(options, settings);
    settings.metadata.url ??= this.metadata.url;
  }

  static forRoot(options: ProtectedResourceOptions = {}): DynamicModule {
    return { module: ProtectedResourceModule, providers: [{ provide: OPTIONS, useValue: options }] };
  }

  /** Before Nest's own routes: one with a wildcard would hide these. */
  configure(): void {
    serveMetadata(this.adapterHost.httpAdapter, this.metadata);
  }
}

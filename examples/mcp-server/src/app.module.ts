import { GuardModule, JwtBearerGuard } from '@consentry/guard';
import { ProtectedResourceModule } from '@consentry/guard/mcp';
import type { DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ListTools } from './list.tools';
import { McpController } from './mcp.controller';

export class AppModule {
  /** @param audience the endpoint's own URL: strict clients compare it with the one that they were given. */
  static of(issuer: string, audience: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        GuardModule.forRoot({ issuer, audience }),
        // Clients find the auth server by this metadata (RFC 9728).
        ProtectedResourceModule.forRoot({ scopes: ['tools:use'] }),
      ],
      controllers: [McpController],
      providers: [ListTools, { provide: APP_GUARD, useClass: JwtBearerGuard }],
    };
  }
}

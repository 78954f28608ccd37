import { GuardModule, JwtBearerGuard } from '@consentry/guard';
import type { DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CatsController } from './cats.controller';
import { CatsOfPeople } from './cats-of-people.policy';

export class AppModule {
  static of(issuer: string, audience: string): DynamicModule {
    return {
      module: AppModule,
      imports: [GuardModule.forRoot({ issuer, audience, scopeHierarchy: { 'cats:write': ['cats:read'] } })],
      controllers: [CatsController],
      providers: [CatsOfPeople, { provide: APP_GUARD, useClass: JwtBearerGuard }],
    };
  }
}

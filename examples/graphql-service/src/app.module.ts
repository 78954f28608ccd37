import { GuardModule, JwtBearerGuard } from '@consentry/guard';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import type { DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { GraphQLModule } from '@nestjs/graphql';
import { CatsResolver } from './cats.resolver';

export class AppModule {
  static of(issuer: string, audience: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        GuardModule.forRoot({ issuer, audience }),
        GraphQLModule.forRoot<ApolloDriverConfig>({
          driver: ApolloDriver,
          autoSchemaFile: true,
          // Nest calls no guard for a field unless this names guards.
          fieldResolverEnhancers: ['guards'],
        }),
      ],
      providers: [CatsResolver, { provide: APP_GUARD, useClass: JwtBearerGuard }],
    };
  }
}

import { ConsentryClientModule } from '@consentry/client';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { API_URL, ApiController } from './api.controller';
import { PagesController, SignInFilter } from './pages.controller';

type Settings = Record<'issuer' | 'apiUrl' | 'siteUrl' | 'clientId' | 'clientSecret', string>;

export class AppModule {
  static of({ apiUrl, siteUrl, ...client }: Settings): DynamicModule {
    const redirectUri = `${siteUrl}/callback`;
    const scopes = ['openid', 'notes:read'];
    return {
      module: AppModule,
      // Tokens are kept in memory; `store: new TypeOrmTokenStore(dataSource)` keeps them in a database.
      imports: [ConsentryClientModule.forRoot({ ...client, redirectUri, scopes, apis: [apiUrl] })],
      controllers: [PagesController, ApiController],
      providers: [
        { provide: APP_FILTER, useClass: SignInFilter },
        { provide: API_URL, useValue: apiUrl },
      ],
    };
  }
}

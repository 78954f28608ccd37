import { Module } from '@nestjs/common';

import { parseClientOptions } from '../client.settings.ts';
import { ConfigurableModuleClass } from './client.module-definition.ts';
import { CLIENT_OPTIONS, CLIENT_SETTINGS } from './client.tokens.ts';
import { ConsentryClient } from './consentry-client.ts';

/**
 * Provides `ConsentryClient`. Wrong options stop the start with an Error that names each. Nothing is fetched at start: the
 * authorization server may start later.
 *
 * @example
 * ConsentryClientModule.forRoot({
 *   issuer: 'https://auth.example.com',
 *   clientId,
 *   clientSecret,
 *   redirectUri: 'https://app.example.com/callback',
 *   scopes: ['notes:read'],
 *   apis: ['https://notes.example.com'],
 * })
 */
@Module({
  providers: [{ provide: CLIENT_SETTINGS, useFactory: parseClientOptions, inject: [CLIENT_OPTIONS] }, ConsentryClient],
  exports: [ConsentryClient],
})
export class ConsentryClientModule extends ConfigurableModuleClass {}

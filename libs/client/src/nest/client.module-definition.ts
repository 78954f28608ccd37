import { ConfigurableModuleBuilder } from '@nestjs/common';

import type { ClientOptions } from '../client.options.ts';
import { CLIENT_OPTIONS } from './client.tokens.ts';

interface ClientModuleExtras {
  /** Whether the module is global. Default: true. */
  isGlobal?: boolean;
}

export const { ConfigurableModuleClass, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<ClientOptions>({ optionsInjectionToken: CLIENT_OPTIONS })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createClientOptions')
    .setExtras<ClientModuleExtras>({ isGlobal: true }, (definition, { isGlobal = true }) => ({
      ...definition,
      global: isGlobal,
    }))
    .build();

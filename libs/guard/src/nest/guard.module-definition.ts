import { ConfigurableModuleBuilder } from '@nestjs/common';

import type { GuardOptions } from './guard.options.ts';
import { GUARD_OPTIONS } from './guard.tokens.ts';

interface GuardModuleExtras {
  /** Whether the module is global. Default: true. */
  isGlobal?: boolean;
}

export const { ConfigurableModuleClass, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<GuardOptions>({ optionsInjectionToken: GUARD_OPTIONS })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createGuardOptions')
    .setExtras<GuardModuleExtras>({ isGlobal: true }, (definition, { isGlobal = true }) => ({
      ...definition,
      global: isGlobal,
    }))
    .build();

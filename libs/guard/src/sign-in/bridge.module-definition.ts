import { ConfigurableModuleBuilder } from '@nestjs/common';

import { BRIDGE_OPTIONS } from './bridge.tokens.ts';
import type { SignInBridgeOptions } from './options.ts';

interface BridgeModuleExtras {
  /** Whether the module is global. Default: true. */
  isGlobal?: boolean;
}

export const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<SignInBridgeOptions>({
  optionsInjectionToken: BRIDGE_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSignInBridgeOptions')
  .setExtras<BridgeModuleExtras>({ isGlobal: true }, (definition, { isGlobal = true }) => ({
    ...definition,
    global: isGlobal,
  }))
  .build();

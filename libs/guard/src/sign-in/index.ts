export { SignInBridgeController } from './bridge.controller.ts';
export { SignInBridgeModule } from './bridge.module.ts';
export { SignInBridge } from './sign-in-bridge.ts';
export type { AdapterRequest, AskingApplication, LoginWish, SignedInPerson, SignInBridgeOptions } from './options.ts';

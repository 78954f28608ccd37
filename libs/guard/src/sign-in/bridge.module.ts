import { Inject, Logger, Module, type NestModule } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer, RouterModule } from '@nestjs/core';

import { type Clock, systemClock } from '../verify/clock.ts';
import { describeFailure } from '../verify/failure-text.ts';
import { callAnywhere } from '../verify/issuer-call.ts';
import { fetchKeySet } from '../verify/keys/key-set-fetch.ts';
import { KeyStore } from '../verify/keys/key-store.ts';
import { Answers } from './answers.ts';
import { BridgePages } from './bridge-pages.ts';
import { SignInBridgeController } from './bridge.controller.ts';
import { ConfigurableModuleClass } from './bridge.module-definition.ts';
import { type BridgeSettings, parseBridgeOptions } from './bridge.settings.ts';
import {
  BRIDGE_CLOCK,
  BRIDGE_OPTIONS,
  BRIDGE_PAGES,
  BRIDGE_SETTINGS,
  SIGN_IN_FLOW,
  SIGN_OUT_FLOW,
} from './bridge.tokens.ts';
import { modulePathFor } from './placement.ts';
import { Requests } from './requests.ts';
import { SignInBridge } from './sign-in-bridge.ts';
import { SignInFlow } from './sign-in.flow.ts';
import { SignOutFlow } from './sign-out.flow.ts';

const REQUESTS = Symbol.for('@consentry/guard:sign-in-requests');

/**
 * Your login, for the pages of the auth server: your people sign in where they always did, and `sub` is their account
 * there. Wrong options, and a global prefix that `url` does not know, stop the start.
 *
 * @example
 * SignInBridgeModule.forRoot({
 *   issuer: 'https://auth.example.com',
 *   url: 'https://app.example.com/consentry',
 *   key: process.env.SIGN_IN_KEY,
 *   user: ({ session: { user, signedInAt }, sessionID: session }) =>
 *     user && { id: user.id, name: user.name, email: user.email, signedInAt, session },
 *   login: ({ returnTo }) => `/login?return_to=${encodeURIComponent(returnTo)}`,
 *   signOut: (request) => new Promise((done) => request.session.destroy(done)),
 * })
 */
@Module({
  providers: [
    { provide: BRIDGE_CLOCK, useValue: systemClock },
    { provide: BRIDGE_SETTINGS, useFactory: parseBridgeOptions, inject: [BRIDGE_OPTIONS] },
    { provide: BRIDGE_PAGES, useFactory: newPages, inject: [BRIDGE_SETTINGS, HttpAdapterHost] },
    { provide: REQUESTS, useFactory: newRequests, inject: [BRIDGE_SETTINGS, BRIDGE_CLOCK] },
    { provide: SIGN_IN_FLOW, useFactory: newSignInFlow, inject: [BRIDGE_SETTINGS, REQUESTS, BRIDGE_CLOCK] },
    { provide: SIGN_OUT_FLOW, useFactory: newSignOutFlow, inject: [BRIDGE_SETTINGS, REQUESTS] },
    SignInBridge,
  ],
  controllers: [SignInBridgeController],
  exports: [SignInBridge],
})
export class SignInBridgeModule extends ConfigurableModuleClass implements NestModule {
  constructor(
    @Inject(BRIDGE_SETTINGS) private readonly settings: BridgeSettings,
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
  ) {
    super();
  }

  /** Before Nest reads the routes, and after the application has said its prefix. */
  configure(): void {
    const path = modulePathFor(this.settings, this.config);
    new RouterModule(this.modules, [{ path, module: SignInBridgeModule }]);
  }
}

function newPages(settings: BridgeSettings, adapterHost: HttpAdapterHost): BridgePages {
  return new BridgePages(settings, adapterHost, new Logger('SignInBridge'));
}

function newRequests(settings: BridgeSettings, clock: Clock): Requests {
  const uri = `${settings.server}/.well-known/jwks.json`;
  const logger = new Logger('SignInBridge');
  const onFailure = (error: unknown, hasKeys: boolean) => {
    const then = hasKeys ? 'Those read before stay in use.' : 'Sign-ins are answered with 503 until it succeeds.';
    const line = `Cannot read the keys of the auth server from ${uri}: ${describeFailure(error)}. ${then}`;
    logger[hasKeys ? 'warn' : 'error'](line);
  };
  const fetchKeys = () => fetchKeySet(uri, undefined, callAnywhere);
  return new Requests(settings, new KeyStore({ clock, fetchKeys, onFailure }), clock);
}

function newSignInFlow(settings: BridgeSettings, requests: Requests, clock: Clock): SignInFlow {
  return new SignInFlow(settings, requests, new Answers(settings, clock), clock, new Logger('SignInBridge'));
}

function newSignOutFlow(settings: BridgeSettings, requests: Requests): SignOutFlow {
  return new SignOutFlow(settings, requests);
}

import { Controller, Get, Inject, Post, Req, Res, SetMetadata, VERSION_NEUTRAL } from '@nestjs/common';

import { Public } from '../nest/access/public.decorator.ts';
import { SWAGGER_EXCLUDED } from '../nest/start/nest-metadata.ts';
import type { BridgePages } from './bridge-pages.ts';
import type { BridgeSettings } from './bridge.settings.ts';
import { BRIDGE_PAGES, BRIDGE_SETTINGS, SIGN_IN_FLOW, SIGN_OUT_FLOW } from './bridge.tokens.ts';
import type { SignInFlow } from './sign-in.flow.ts';
import type { SignOutFlow } from './sign-out.flow.ts';

/** Of the keys: the auth server reads them anew where it meets an unknown one. */
const KEYS = { 'content-type': 'application/jwk-set+json', 'cache-control': 'public, max-age=300' };

/** The routes of the bridge, below the path that the module gives them: without a prefix or a version of the app's. */
@Public()
@SetMetadata(SWAGGER_EXCLUDED, [true])
@Controller({ version: VERSION_NEUTRAL })
export class SignInBridgeController {
  constructor(
    @Inject(BRIDGE_SETTINGS) private readonly settings: BridgeSettings,
    @Inject(BRIDGE_PAGES) private readonly pages: BridgePages,
    @Inject(SIGN_IN_FLOW) private readonly signIns: SignInFlow,
    @Inject(SIGN_OUT_FLOW) private readonly signOuts: SignOutFlow,
  ) {}

  @Get()
  signIn(@Req() request: unknown, @Res() response: unknown): Promise<void> {
    return this.pages.reply(request, response, (visit) => this.signIns.lead(visit));
  }

  @Get('jwks.json')
  keys(@Res() response: unknown): void {
    this.pages.send(response, KEYS, JSON.stringify({ keys: [this.settings.key.publicJwk] }));
  }

  @Get('sign-out')
  askToSignOut(@Req() request: unknown, @Res() response: unknown): Promise<void> {
    return this.pages.reply(request, response, (visit) => this.signOuts.ask(visit), '/sign-out');
  }

  @Post('sign-out')
  signOut(@Req() request: unknown, @Res() response: unknown): Promise<void> {
    return this.pages.reply(request, response, (visit) => this.signOuts.signOut(visit, response), '/sign-out');
  }
}

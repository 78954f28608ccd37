import { Controller, Get, type INestApplication, type LoggerService, Post, Req, UseGuards } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';

import {
  AccessToken,
  GuardModule,
  type GuardOptions,
  JwtBearerGuard,
  Public,
  RequireScopes,
  type VerifiedAccessToken,
} from '../../src/index.ts';

/** A clock that the test moves; milliseconds. */
export class TestClock {
  at = 1_800_000_000_000;
  now = () => this.at;
}

@Controller('notes')
@RequireScopes('notes:read')
class NotesController {
  @Get()
  list(@AccessToken() token: VerifiedAccessToken) {
    return { token, frozen: Object.isFrozen(token) };
  }

  @Post()
  @RequireScopes('notes:write')
  add(@AccessToken() token: VerifiedAccessToken) {
    return { by: token.subject };
  }
}

@Controller()
class OtherController {
  @Get('me')
  me(@Req() request: { user: VerifiedAccessToken }, @AccessToken() token: VerifiedAccessToken) {
    return { same: request.user === token };
  }

  @Public()
  @Get('open')
  open() {
    return 'open';
  }

  @Public()
  @Get('mistaken')
  mistaken(@AccessToken() token: VerifiedAccessToken) {
    return token;
  }
}

@UseGuards(JwtBearerGuard)
@Controller('used')
export class UsedController {
  @Get()
  used(@AccessToken() token: VerifiedAccessToken) {
    return { by: token.subject };
  }
}

/** A host application, guarded as a whole. */
export async function startHost(
  options: GuardOptions,
  logger: LoggerService | false = false,
): Promise<INestApplication> {
  const module = await Test.createTestingModule({
    imports: [GuardModule.forRoot(options)],
    controllers: [NotesController, OtherController],
    providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
  }).compile();
  const app = module.createNestApplication({ logger });
  await app.listen(0, '127.0.0.1');
  return app;
}

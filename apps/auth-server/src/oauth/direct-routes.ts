import type { INestApplication } from '@nestjs/common';
import type { DirectHandler } from '../http/edge/edge';
import { clientCallOf } from '../http/edge/edge-request';
import { authorizeCallOf } from './authorize/authorize-call';
import { AuthorizeController } from './authorize/authorize.controller';
import { TokenController } from './token/token.controller';

/**
 * The calls that come most, by method and path below the prefix. The edge asks their controllers itself: what Nest does
 * around a handler is nothing here but takes a tenth of a refresh. They must have no guards, pipes or the like (ADR 28).
 */
export function directRoutes(app: INestApplication, prefix: string): ReadonlyMap<string, DirectHandler> {
  const token = app.get(TokenController, { strict: false });
  const authorize = app.get(AuthorizeController, { strict: false });
  const routes: Record<string, DirectHandler> = {
    'GET /oauth2/access_token': (request) => token.get(clientCallOf(request)),
    'POST /oauth2/access_token': (request) => token.post(clientCallOf(request)),
    'POST /oauth2/token': (request) => token.standard(clientCallOf(request)),
    'GET /oauth2/authorize': (request) => authorize.request(authorizeCallOf(request)),
    'POST /oauth2/authorize': (request) => authorize.decide(authorizeCallOf(request)),
  };
  return new Map(Object.entries(routes).map(([route, handler]) => [route.replace(' ', ` ${prefix}`), handler]));
}

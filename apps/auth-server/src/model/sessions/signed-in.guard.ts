import { type CanActivate, type ExecutionContext, Injectable, createParamDecorator } from '@nestjs/common';
import { type EdgeRequest, requestOf } from '../../platform/http/edge/edge-request';
import { Problem } from '../../platform/http/answers/problem';
import { BEARER_CHALLENGE, type Caller, type Credentials } from './caller';
import { Callers } from './callers';

type SignedInRequest = EdgeRequest & { caller?: Caller };

export const credentialsOf = ({ headers, edge }: EdgeRequest): Credentials => ({
  authorization: headers.authorization,
  cookie: headers.cookie,
  address: edge.address,
  userAgent: headers['user-agent'],
  language: headers['accept-language'],
  noted: edge.noted,
});

@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(private readonly callers: Callers) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context) as SignedInRequest;
    const credentials = credentialsOf(request);
    const caller = await this.callers.find(credentials);
    if (caller === null)
      throw new Problem(401, this.callers.whyNone(credentials), {
        headers: { 'www-authenticate': BEARER_CHALLENGE },
      });
    request.caller = caller;
    return true;
  }
}

/** Behind {@link SignedInGuard}. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(context));

/** Gives guards the caller. @throws Error if no {@link SignedInGuard} ran before. */
export function callerOf(context: ExecutionContext): Caller {
  const { caller } = requestOf(context) as SignedInRequest;
  if (caller === undefined) throw new Error('SignedInGuard did not run before this');
  return caller;
}

/** For endpoints that check other things before the sign-in. */
export const CallerCredentials = createParamDecorator((_: unknown, context: ExecutionContext) =>
  credentialsOf(requestOf(context)),
);

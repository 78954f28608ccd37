import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  UseGuards,
  applyDecorators,
  createParamDecorator,
} from '@nestjs/common';
import { ApiCookieAuth, ApiTags } from '@nestjs/swagger';
import { AccountRoles } from '../../model/accounts/account-roles';
import { CLOCK, type Clock } from '../../platform/config/clock';
import type { Actor } from '../../platform/events/events';
import { Problem, notFound } from '../../platform/http/answers/problem';
import { ApiProblem } from '../../platform/http/docs/api-docs';
import { type EdgeRequest, requestOf } from '../../platform/http/edge/edge-request';
import { OwnOrigin, SAFE_METHODS } from '../../platform/http/edge/route-facts';
import { BEARER_CHALLENGE } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { isRecent, signInTooOld } from '../../model/sessions/recent-sign-in';
import { credentialsOf } from '../../model/sessions/signed-in.guard';

export interface Administrator extends Actor {
  actorId: string;
  address: string;
}

type AdministratorRequest = EdgeRequest & { administrator?: Administrator };

/** The session cookie alone, the role in the database at each request, and for changes a recent sign-in (ADR 58). */
@Injectable()
export class AdministratorGuard implements CanActivate {
  constructor(
    private readonly callers: Callers,
    private readonly roles: AccountRoles,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context) as AdministratorRequest;
    const credentials = credentialsOf(request);
    if (credentials.authorization !== undefined)
      throw unauthorized('administration accepts only the session cookie, not a token in the Authorization header');
    const caller = await this.callers.find(credentials);
    if (caller === null) throw unauthorized(this.callers.whyNone(credentials));
    const { account } = caller;
    if (!(await this.roles.rolesOf(account.id)).includes('admin')) throw notFound();
    if (!SAFE_METHODS.includes(request.method) && !isRecent(caller, this.clock.now())) throw signInTooOld('a change');
    request.administrator = { actorId: account.id, address: credentials.address };
    return true;
  }
}

/** A controller of `/api/admin`. */
export const ForAdministrators = () =>
  applyDecorators(
    ApiTags('administration'),
    ApiCookieAuth('cookie'),
    ApiProblem(401, 404, 503),
    OwnOrigin(),
    UseGuards(AdministratorGuard),
  );

export const CurrentAdministrator = createParamDecorator((_: unknown, context: ExecutionContext): Administrator => {
  const { administrator } = requestOf(context) as AdministratorRequest;
  if (administrator === undefined) throw new Error('AdministratorGuard did not run before this');
  return administrator;
});

const unauthorized = (detail: string) =>
  new Problem(401, detail, { headers: { 'www-authenticate': BEARER_CHALLENGE } });

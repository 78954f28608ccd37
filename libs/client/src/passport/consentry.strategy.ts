import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';

import { ConsentryClient, type SignIn } from '../nest/consentry-client.ts';
import type { PendingSignIn } from '../pending-sign-in.ts';
import { renewSessionId } from '../session-id.ts';
import { PassportCall } from './passport-call.ts';

interface PassportRequest {
  readonly originalUrl: string;
  /** Of express-session or alike. */
  session?: { consentry?: PendingSignIn | undefined };
}

const NO_SESSION = 'ConsentryStrategy keeps the sign-in in request.session: add express-session, or one like it';

/**
 * "Sign in with Consentry": guard two routes by `AuthGuard('consentry')`, one that begins and the redirect URI. Needs the
 * scope `openid`. `request.user` is the `SignIn`, or what `validate` of a class that extends this one makes of it.
 */
@Injectable()
export class ConsentryStrategy extends PassportStrategy(PassportCall, 'consentry') {
  constructor(@Inject(ConsentryClient) private readonly client: ConsentryClient) {
    super();
  }

  /** Called by passport, on an object of its own for each call. */
  authenticate(request: PassportRequest): void {
    this.proceed(request).catch((error: unknown) => this.error(error));
  }

  validate(signIn: SignIn): unknown {
    return signIn;
  }

  private async proceed(request: PassportRequest): Promise<void> {
    if (!hasSession(request)) throw new Error(NO_SESSION);
    const { originalUrl, session } = request;
    const { searchParams } = new URL(originalUrl, 'http://localhost');
    if (!searchParams.has('code') && !searchParams.has('error')) {
      const { url, pending } = await this.client.begin();
      session.consentry = pending;
      return this.redirect(url.href);
    }
    const { consentry: pending } = session;
    delete session.consentry;
    const user = await this.validate(await this.client.finish(originalUrl, pending));
    await renewSessionId(request);
    this.success(user);
  }
}

const hasSession = (request: PassportRequest): request is Required<PassportRequest> => request.session !== undefined;

import { SignInBridge } from '@consentry/guard/sign-in';
import { Body, Controller, Get, Header, Post, Query, Redirect, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type User, Users } from './users';

declare module 'express-session' {
  interface SessionData {
    user: Pick<User, 'id' | 'name' | 'email'>;
    signedInAt: number;
  }
}

const ownPath = (path = '/') => (/^\/(?![/\\])/.test(path) ? path : '/');
const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

@Controller()
export class LoginController {
  constructor(
    private readonly users: Users,
    private readonly bridge: SignInBridge,
  ) {}

  @Get()
  home(@Req() { session: { user } }: Request): string {
    const form = (path: string, label: string) =>
      `<form method="post" action="${path}"><button>${label}</button></form>`;
    if (user === undefined) return '<a href="/login">Sign in</a>';
    return `<p>Hello, ${escaped(user.name)}.${form('/logout', 'Sign out')}${form('/leave', 'Leave for good')}`;
  }

  @Get('login')
  @Header('content-security-policy', "default-src 'none'; form-action 'self'")
  form(@Query('return_to') returnTo?: string): string {
    return `<form method="post"><input type="hidden" name="return_to" value="${escaped(ownPath(returnTo))}">
      <input name="email" type="email"><input name="password" type="password"><button>Sign in</button></form>`;
  }

  @Post('login')
  @Redirect()
  async login(@Req() request: Request, @Body() form: Record<'email' | 'password' | 'return_to', string>) {
    const user = await this.users.find(form.email, form.password);
    const back = encodeURIComponent(ownPath(form.return_to));
    if (user === null) return { url: `/login?return_to=${back}`, statusCode: 303 };
    await new Promise((done) => request.session.regenerate(done));
    const { id, name, email } = user;
    Object.assign(request.session, { user: { id, name, email }, signedInAt: Date.now() });
    return { url: ownPath(form.return_to), statusCode: 303 };
  }

  @Post('logout')
  @Redirect('/', 303)
  async logout(@Req() { session, sessionID }: Request): Promise<void> {
    const { user } = session;
    await new Promise((done) => session.destroy(done));
    if (user !== undefined) await this.bridge.signedOut(user.id, sessionID);
  }

  @Post('leave')
  @Redirect('/', 303)
  async leave(@Req() { session }: Request): Promise<void> {
    const { user } = session;
    if (user === undefined) return;
    await this.bridge.ended(user.id);
    await this.users.remove(user);
    await new Promise((done) => session.destroy(done));
  }
}

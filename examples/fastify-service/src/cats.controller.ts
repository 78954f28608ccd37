import { AccessToken, Public, RequireScopes, UsePolicy, type VerifiedAccessToken } from '@consentry/guard';
import { BadRequestException, Body, Controller, Get, Post } from '@nestjs/common';
import { CatsOfPeople } from './cats-of-people.policy';

@Controller()
export class CatsController {
  private readonly cats = new Map<string, string[]>();

  @Public()
  @Get('health')
  health() {
    return { status: 'up' };
  }

  @Get('cats')
  @RequireScopes('cats:read')
  @UsePolicy(CatsOfPeople)
  list(@AccessToken() { subject }: VerifiedAccessToken) {
    return { cats: this.cats.get(subject) ?? [] };
  }

  @Post('cats')
  @RequireScopes('cats:write')
  @UsePolicy(CatsOfPeople)
  add(@AccessToken() token: VerifiedAccessToken, @Body() body: unknown) {
    const name = (body as { name?: unknown } | undefined)?.name;
    if (typeof name !== 'string' || name === '') throw new BadRequestException('Send {"name": "<text>"}');
    this.cats.set(token.subject, [...(this.cats.get(token.subject) ?? []), name]);
    return this.list(token);
  }
}

import { GuardModule, JwtBearerGuard, RequireScopes } from '@consentry/guard';
import { ApiGuarded, addGuardSecurity } from '@consentry/guard/swagger';
import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { givenAccount } from '@consentry/test-support/server/given';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { register } from '@consentry/test-support/world/world';

@ApiGuarded()
@RequireScopes('notes:read')
@Controller('notes')
class NotesController {
  @Get()
  list(): string[] {
    return ['a note'];
  }
}

const redirectUriOf = (url: string) => `${url}/docs/oauth2-redirect.html`;

/** A service of the team with the pages of `@nestjs/swagger`, at another origin than the auth server. */
async function startService(issuer: string, url: string, clientId: string): Promise<INestApplication> {
  @Module({
    imports: [GuardModule.forRoot({ issuer, audience: url })],
    controllers: [NotesController],
    providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
  })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false });
  const scopes = { 'notes:read': 'Read notes' };
  const document = SwaggerModule.createDocument(
    app,
    addGuardSecurity(new DocumentBuilder(), { issuer, scopes }).build(),
  );
  const initOAuth = { clientId, usePkceWithAuthorizationCodeGrant: true };
  const oauth2RedirectUrl = redirectUriOf(url);
  SwaggerModule.setup('docs', app, document, { swaggerOptions: { initOAuth, oauth2RedirectUrl } });
  await app.listen(new URL(url).port, '127.0.0.1');
  return app;
}

describeInChromium("Swagger UI of a team's service", () => {
  const server = new TestServer();
  const browser = givenBrowser(server);
  let url: string;
  let service: INestApplication;
  beforeAll(async () => {
    url = `http://localhost:${await freePort()}`;
    await server.start({ env: { BASE_URL: url } });
  });
  const developer = givenAccount(server);
  beforeAll(async () => {
    const redirect_uris = [redirectUriOf(url)];
    const { client_id } = await register(server, developer, { client_type: 'public', redirect_uris });
    service = await startService(server.url, url, client_id);
  });
  afterAll(() => Promise.all([service.close(), server.stop()]));

  it('gets a token by its dialog, and calls the service with it', async () => {
    const page = await browser.visitor();
    await page.goto(`${url}/docs`);
    await page.locator('.auth-wrapper .authorize').click();
    await page.locator('.scopes .checkbox label').click();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click(),
    ]);
    await popup.locator('input[name=email]').fill(developer.email);
    await popup.locator('input[name=password]').fill(developer.password);
    await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Allow', exact: true }).click();
    await closed;
    await page.getByRole('button', { name: 'Remove authorization' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();

    await page.locator('.opblock-summary-control').first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    const status = page.locator('.live-responses-table .response-col_status').last();
    await status.waitFor();
    expect((await status.textContent())!.trim().slice(0, 3)).toBe('200');
  });
});

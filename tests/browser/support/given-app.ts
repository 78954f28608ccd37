import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { type Account, type Application, register } from '@consentry/test-support/world/world';
import { ThirdPartyApp } from './third-party-app';

/** Somebody's web application and the service it calls, for the tests of the block. */
export interface GivenApp {
  app: ThirdPartyApp;
  service: GuardedService;
  application: Application;
}

export function givenApp(server: { url: string }, developer: Account, fields: Record<string, unknown> = {}): GivenApp {
  const given = {} as GivenApp;
  beforeAll(async () => {
    given.service = await GuardedService.start(server.url);
    const app = (given.app = await ThirdPartyApp.listen());
    const registration = { name: 'Photo Printer', redirect_uris: [app.callback], ...fields };
    given.application = await register(server, developer, registration);
    await app.trust({ server, application: given.application, service: given.service });
  });
  afterAll(async () => {
    // The block may have failed before they were there.
    const { app, service }: Partial<GivenApp> = given;
    app?.stop();
    await service?.stop();
  });
  return given;
}

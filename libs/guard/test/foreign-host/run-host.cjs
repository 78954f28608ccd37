/* Starts a service with the framework and the guard that it is handed, and prints its port. */
module.exports = async function runHost({ Controller, Get, Module, APP_GUARD, NestFactory, guard }) {
  const { AccessToken, GuardModule, JwtBearerGuard, Public, RequireScopes } = guard;

  class NotesController {
    list(token) {
      return { by: token.subject };
    }
    open() {
      return 'open';
    }
  }
  const decorate = (method, ...decorators) => {
    const descriptor = Object.getOwnPropertyDescriptor(NotesController.prototype, method);
    for (const decorator of decorators) decorator(NotesController.prototype, method, descriptor);
  };
  Controller('notes')(NotesController);
  decorate('list', Get(), RequireScopes('notes:read'));
  decorate('open', Get('open'), Public());
  AccessToken()(NotesController.prototype, 'list', 0);

  class AppModule {}
  const [issuer, audience, jwksUri] = process.argv.slice(2);
  Module({
    imports: [GuardModule.forRoot({ issuer, audience, jwksUri, revocations: false })],
    controllers: [NotesController],
    providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
  })(AppModule);

  const app = await NestFactory.create(AppModule, { logger: ['error'] });
  await app.listen(0, '127.0.0.1');
  // FORCE_COLOR would colour a number.
  console.log(String(app.getHttpServer().address().port));
};

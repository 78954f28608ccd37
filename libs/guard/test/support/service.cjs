// A guarded service by the built library, in a process of its own. Prints its URL.
require('reflect-metadata');
const { Controller, Get, Module } = require('@nestjs/common');
const { APP_GUARD, NestFactory } = require('@nestjs/core');
const { GuardModule, JwtBearerGuard } = require('@consentry/guard');

const [, , issuer, audience] = process.argv;

class NotesController {
  list() {
    return [];
  }
}
Controller('notes')(NotesController);
Get()(NotesController.prototype, 'list', Object.getOwnPropertyDescriptor(NotesController.prototype, 'list'));

class AppModule {}
Module({
  imports: [GuardModule.forRoot({ issuer, audience, revocations: { onStale: 'reject' } })],
  controllers: [NotesController],
  providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
})(AppModule);

NestFactory.create(AppModule, { logger: false }).then(async (app) => {
  await app.listen(0, '127.0.0.1');
  console.log(await app.getUrl());
});

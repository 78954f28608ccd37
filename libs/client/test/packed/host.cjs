require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { ConsentryClient, ConsentryClientModule } = require('@consentry/client');

class AppModule {}
Module({ imports: [ConsentryClientModule.forRoot(JSON.parse(process.argv[2]))] })(AppModule);

void NestFactory.createApplicationContext(AppModule, { logger: false }).then(async (app) => {
  const error = await app
    .get(ConsentryClient)
    .begin()
    .catch((thrown) => thrown);
  console.log(error.code);
});

import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConsentryClient, ConsentryClientModule } from '@consentry/client';

class AppModule {}
Module({ imports: [ConsentryClientModule.forRoot(JSON.parse(process.argv[2]))] })(AppModule);

const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
const error = await app
  .get(ConsentryClient)
  .begin()
  .catch((thrown) => thrown);
console.log(error.code);

import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { HOSTS } from './hosts.mjs';

/** `node host.mjs <name> <port> <facts as JSON>`: a Nest app with one route, guarded in one way. */
const [, , name, port, facts] = process.argv;
const { imports = [], providers = [], use } = HOSTS[name](JSON.parse(facts));

class HelloController {
  hello() {
    return 'hello';
  }
}
Get()(HelloController.prototype, 'hello', Object.getOwnPropertyDescriptor(HelloController.prototype, 'hello'));
Controller('hello')(HelloController);

class AppModule {}
Module({ imports, providers, controllers: [HelloController] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: ['error'] });
// Past the guard.
app.getHttpAdapter().get('/ready', (_request, response) => response.end('ready'));
if (use !== undefined) app.use(use);
await app.listen(Number(port), '127.0.0.1');

import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';

async function start(): Promise<void> {
  const { AUTH_URL = 'http://localhost:3000', SERVICE_URL = 'http://localhost:3001', PORT = '3001' } = process.env;
  const app = await NestFactory.create(AppModule.of(AUTH_URL, SERVICE_URL), { logger: ['error', 'warn'] });
  app.enableShutdownHooks();
  await app.listen(PORT);
  console.log(`The GraphQL service listens on port ${PORT}`);
}

void start();

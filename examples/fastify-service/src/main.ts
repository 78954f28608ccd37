import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';

async function start(): Promise<void> {
  const { AUTH_URL = 'http://localhost:3000', SERVICE_URL = 'http://localhost:3001', PORT = '3001' } = process.env;
  const module = AppModule.of(AUTH_URL, SERVICE_URL);
  const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), { logger: ['error'] });
  app.enableShutdownHooks();
  // Before the guard: preflights bring no token. Browsers show scripts only the headers named here.
  app.enableCors({ origin: 'http://localhost:8080', exposedHeaders: ['WWW-Authenticate', 'Retry-After'] });
  await app.listen(PORT);
  console.log(`The Fastify service listens on port ${PORT}`);
}

void start();

import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ApiModule } from './api.module';
import { serveSite } from './site';

async function start(): Promise<void> {
  const {
    AUTH_URL = 'http://localhost:3000',
    API_URL = 'http://localhost:3001',
    SITE_URL = 'http://localhost:8080',
    CLIENT_ID = '',
  } = process.env;
  if (CLIENT_ID === '') throw new Error('CLIENT_ID is missing: register the page as README.md shows');
  const api = await NestFactory.create(ApiModule.of(AUTH_URL, API_URL), { logger: ['error', 'warn'] });
  // The page reads why it was refused, so the header must be readable to it (Fetch standard, CORS).
  api.enableCors({ origin: SITE_URL, exposedHeaders: ['WWW-Authenticate', 'Retry-After'] });
  api.enableShutdownHooks();
  await api.listen(new URL(API_URL).port);
  await serveSite(SITE_URL, { authUrl: AUTH_URL, apiUrl: API_URL, clientId: CLIENT_ID });
  console.log(`The page listens on ${SITE_URL}, its API on ${API_URL}`);
}

void start();

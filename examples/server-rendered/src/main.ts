import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import session from 'express-session';
import { AppModule } from './app.module';

function setting(name: string, preset?: string): string {
  const value = process.env[name] ?? preset;
  if (!value) throw new Error(`${name} is missing: see README.md`);
  return value;
}

async function start(): Promise<void> {
  const siteUrl = setting('SITE_URL', 'http://localhost:8080');
  const [issuer, apiUrl] = [setting('AUTH_URL', 'http://localhost:3000'), setting('API_URL', 'http://localhost:3001')];
  const client = { clientId: setting('CLIENT_ID'), clientSecret: setting('CLIENT_SECRET') };
  const module = AppModule.of({ issuer, apiUrl, siteUrl, ...client });
  const app = await NestFactory.create(module, { logger: ['error', 'warn'] });
  const cookie = { httpOnly: true, sameSite: 'lax', secure: siteUrl.startsWith('https:') } as const;
  // In memory, so that a restart signs everybody out: give `session` a store of yours.
  app.use(session({ secret: setting('SESSION_SECRET'), cookie, resave: false, saveUninitialized: false }));
  await app.listen(new URL(siteUrl).port || 8080);
  console.log(`The application listens on ${siteUrl}`);
}

void start();

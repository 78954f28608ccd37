import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import session from 'express-session';
import { AppModule } from './app.module';

async function start(): Promise<void> {
  const { APP_URL = 'http://localhost:8080', HOST = '127.0.0.1', SESSION_SECRET = '' } = process.env;
  const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
  const cookie = { httpOnly: true, sameSite: 'strict', secure: 'auto' } as const;
  app.use(session({ secret: SESSION_SECRET, resave: false, saveUninitialized: false, cookie }));
  await app.listen(Number(new URL(APP_URL).port || 8080), HOST);
  console.log(`The application listens on ${APP_URL}`);
}

void start();

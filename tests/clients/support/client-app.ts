import { type ClientOptions, ConsentryClientModule } from '@consentry/client';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** An application that uses @consentry/client. @param ahead milliseconds of its clock. */
export function startClientApp(options: ClientOptions, ahead = 0): Promise<INestApplicationContext> {
  const clock = { now: () => Date.now() + ahead };
  @Module({ imports: [ConsentryClientModule.forRoot({ clock, ...options })] })
  class AppModule {}
  return NestFactory.createApplicationContext(AppModule, { logger: false });
}

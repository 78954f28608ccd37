import { SignInBridgeModule } from '@consentry/guard/sign-in';
import { NodeSqlite } from '@consentry/typeorm-node-sqlite';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Request } from 'express';
import { LoginController } from './login.controller';
import { User, Users } from './users';

const { APP_URL = 'http://localhost:8080', AUTH_URL = 'http://localhost:3000', DATABASE = ':memory:' } = process.env;

@Module({
  imports: [
    TypeOrmModule.forRoot({
      ...{ type: 'better-sqlite3', driver: NodeSqlite, database: DATABASE, entities: [User], synchronize: true },
    }),
    TypeOrmModule.forFeature([User]),
    SignInBridgeModule.forRoot({
      issuer: AUTH_URL,
      url: `${APP_URL}/consentry`,
      key: process.env.SIGN_IN_KEY,
      user: ({ session: { user, signedInAt = 0 }, sessionID: session }: Request) =>
        user && { ...user, signedInAt, session },
      login: ({ returnTo }) => `/login?return_to=${encodeURIComponent(returnTo)}`,
      signOut: ({ session }: Request) => new Promise((done) => session.destroy(done)),
    }),
  ],
  controllers: [LoginController],
  providers: [Users],
})
export class AppModule {}

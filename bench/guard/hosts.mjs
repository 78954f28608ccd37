import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { auth } from 'express-oauth2-jwt-bearer';
import jwksRsa from 'jwks-rsa';
import passportJwt from 'passport-jwt';
import { VERIFIERS } from './verifiers.mjs';

const require = createRequire(import.meta.url);
const { GuardModule, JwtBearerGuard } = require('../../libs/guard/dist/cjs/index.js');
const { AuthGuard, PassportStrategy } = require('@nestjs/passport');

const guardedBy = (canActivate) => ({ providers: [{ provide: APP_GUARD, useValue: { canActivate } }] });

/** A guard as teams write it: the library's verifier, and the claims as `request.user`. */
const byVerifier = (name) => (facts) => {
  const verify = VERIFIERS[name](facts);
  return guardedBy(async (context) => {
    const request = context.switchToHttp().getRequest();
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme !== 'Bearer') return false;
    request.user = await verify(token);
    return true;
  });
};

/** The same app with one route, guarded in different ways. */
export const HOSTS = {
  'an empty guard': () => guardedBy(() => true),
  consentry: ({ issuer, audience, jwksUri }) => ({
    imports: [GuardModule.forRoot({ issuer, audience, jwksUri })],
    providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
  }),
  'fast-jwt, cache': byVerifier('fast-jwt, cache'),
  'aws-jwt-verify': byVerifier('aws-jwt-verify'),
  jose: byVerifier('jose'),
  'express-oauth2-jwt-bearer': ({ issuer, audience, jwksUri, alg }) => ({
    ...guardedBy(() => true),
    use: auth({ issuer, audience, jwksUri, tokenSigningAlg: alg }),
  }),
  'passport-jwt, jwks-rsa': (facts) => ({
    providers: [strategyOf(facts), { provide: APP_GUARD, useClass: AuthGuard('jwt') }],
  }),
};

function strategyOf({ issuer, audience, jwksUri, alg }) {
  class JwtStrategy extends PassportStrategy(passportJwt.Strategy) {
    constructor() {
      super({
        jwtFromRequest: passportJwt.ExtractJwt.fromAuthHeaderAsBearerToken(),
        secretOrKeyProvider: jwksRsa.passportJwtSecret({ jwksUri, cache: true }),
        issuer,
        audience,
        algorithms: [alg],
      });
    }

    validate(claims) {
      return claims;
    }
  }
  Injectable()(JwtStrategy);
  return JwtStrategy;
}

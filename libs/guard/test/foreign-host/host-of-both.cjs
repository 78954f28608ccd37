// Both builds in one process, as in a CommonJS service with a guarded ESM library.
require('reflect-metadata');
const { Controller, Get, Module } = require('@nestjs/common');
const { APP_GUARD, NestFactory } = require('@nestjs/core');
const cjs = require('@consentry/guard');

const runHost = require('./run-host.cjs');

import('@consentry/guard').then((esm) => {
  if (esm.JwtBearerGuard === cjs.JwtBearerGuard) throw new Error('there should be two builds');
  const { AccessToken, JwtBearerGuard } = cjs;
  const { GuardModule, Public, RequireScopes } = esm;
  return runHost({
    ...{ Controller, Get, Module, APP_GUARD, NestFactory },
    guard: { AccessToken, GuardModule, JwtBearerGuard, Public, RequireScopes },
  });
});

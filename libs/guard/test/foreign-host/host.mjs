// An ESM service outside the workspace, in JavaScript with decorators called by hand.
import 'reflect-metadata';

import { AccessToken, GuardModule, JwtBearerGuard, Public, RequireScopes } from '@consentry/guard';
import { Controller, Get, Module } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';

import runHost from './run-host.cjs';

const guard = { AccessToken, GuardModule, JwtBearerGuard, Public, RequireScopes };
runHost({ Controller, Get, Module, APP_GUARD, NestFactory, guard });

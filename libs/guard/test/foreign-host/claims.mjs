// The same in an ES module.
import 'reflect-metadata';

import { GuardModule } from '@consentry/guard';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

import startWithClaims from './start-with-claims.cjs';

startWithClaims({ Module, NestFactory, GuardModule });

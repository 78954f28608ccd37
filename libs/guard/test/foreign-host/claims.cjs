// Starts a service with a claims class that has no decorators, and prints why it does not start.
require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { GuardModule } = require('@consentry/guard');

require('./start-with-claims.cjs')({ Module, NestFactory, GuardModule });

// A CommonJS service outside the workspace, in JavaScript with decorators called by hand.
require('reflect-metadata');
const { Controller, Get, Module } = require('@nestjs/common');
const { APP_GUARD, NestFactory } = require('@nestjs/core');
const guard = require('@consentry/guard');

const runHost = require('./run-host.cjs');

runHost({ Controller, Get, Module, APP_GUARD, NestFactory, guard });

// As a project that compiles to CommonJS.
require('reflect-metadata');

const common = require('@nestjs/common');
const core = require('@nestjs/core');
const { WsAdapter } = require('@nestjs/platform-ws');
const websockets = require('@nestjs/websockets');
const { IsString } = require('class-validator');
const guard = require('@consentry/guard');

require('./service.cjs')({ common, core, websockets, WsAdapter, IsString, guard });

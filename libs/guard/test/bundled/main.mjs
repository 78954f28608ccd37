// As a project of ES modules.
import 'reflect-metadata';
import * as guard from '@consentry/guard';
import * as common from '@nestjs/common';
import * as core from '@nestjs/core';
import { WsAdapter } from '@nestjs/platform-ws';
import * as websockets from '@nestjs/websockets';
import { IsString } from 'class-validator';
import runService from './service.cjs';

runService({ common, core, websockets, WsAdapter, IsString, guard });

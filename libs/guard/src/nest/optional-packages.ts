import type * as Transformer from 'class-transformer';
import type * as Validator from 'class-validator';

import { describeFailure } from '../verify/failure-text.ts';

export type NestException = new (error: object) => Error;

interface Websockets {
  readonly WsException: NestException;
  readonly BaseWsExceptionFilter: { readonly prototype: object };
}

// What only some services have installed. Each name stands in a `require` of its own, in a `try`: bundlers then see it,
// and do without what is not there. In the build of ES modules scripts/finish-builds.js writes `await import` instead.
/* eslint-disable @typescript-eslint/no-require-imports */

export async function loadWebsockets(): Promise<Websockets> {
  try {
    return withNames<Websockets>(await require('@nestjs/websockets'));
  } catch (cause) {
    throw failureOf('A gateway', '@nestjs/websockets', cause);
  }
}

export async function loadMicroservices(): Promise<{ readonly RpcException: NestException }> {
  try {
    return withNames<{ RpcException: NestException }>(await require('@nestjs/microservices'));
  } catch (cause) {
    throw failureOf('A message handler', '@nestjs/microservices', cause);
  }
}

export async function loadValidator(): Promise<typeof Validator> {
  try {
    return withNames<typeof Validator>(await require('class-validator'));
  } catch (cause) {
    throw failureOf('A claims class', CLAIMS, cause);
  }
}

export async function loadTransformer(): Promise<typeof Transformer> {
  try {
    return withNames<typeof Transformer>(await require('class-transformer'));
  } catch (cause) {
    throw failureOf('A claims class', CLAIMS, cause);
  }
}

/* eslint-enable @typescript-eslint/no-require-imports */

/** In ES modules all that a CommonJS package exports is in `default`. */
function withNames<T>(loaded: unknown): T {
  return ((loaded as { default?: T }).default ?? loaded) as T;
}

const CLAIMS = 'class-validator class-transformer';

/** The load's own error tells what is not installed from what a bundler left out, or what fails by itself. */
function failureOf(user: string, packages: string, cause: unknown): Error {
  const [why] = describeFailure(cause).split('\n');
  const ways = `npm install ${packages}, and if a bundler leaves them out, install them next to the bundle too.`;
  return new Error(`${user} needs more packages, and loading them failed: ${why}. Try ${ways}`, { cause });
}

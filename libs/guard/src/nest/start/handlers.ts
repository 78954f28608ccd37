import type { Type } from '@nestjs/common';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';

import { GATEWAY } from './nest-metadata.ts';

/** A method that Nest calls for callers. */
export interface Handler {
  readonly target: Type;
  readonly name: string;
  readonly method: object;
}

/** A gateway, and where Nest finds the guards of `@UseGuards()`. */
export interface Gateway {
  readonly target: Type;
  readonly instance: GatewayInstance;
  readonly injectables: ReadonlyMap<unknown, { readonly instance: unknown }>;
}

export interface GatewayInstance {
  afterInit?: ((server: unknown) => unknown) | undefined;
}

/** The gateways that Nest connects: providers made from a class. */
export function gatewaysOf(modules: ModulesContainer): Gateway[] {
  return [...modules.values()].flatMap(({ providers, injectables }) =>
    [...providers.values()]
      .filter(({ metatype, isNotMetatype }) => !isNotMetatype && has(GATEWAY, metatype))
      .map(({ metatype, instance }) => ({
        target: metatype as Type,
        instance: instance as GatewayInstance,
        injectables,
      })),
  );
}

/** The methods of all controllers or providers that carry a key of Nest's decorators. */
export function handlersWith(key: string, modules: ModulesContainer, of: 'controllers' | 'providers'): Handler[] {
  const targets = [...modules.values()].flatMap((module) => [...module[of].values()].map(({ metatype }) => metatype));
  return [...new Set(targets)].flatMap((target) => methodsWith(key, target));
}

export function methodsWith(key: string, target: unknown): Handler[] {
  if (typeof target !== 'function' || typeof target.prototype !== 'object') return [];
  const prototype = target.prototype as Record<string, object>;
  return scanner
    .getAllMethodNames(prototype)
    .map((name) => ({ target: target as Type, name, method: prototype[name]! }))
    .filter(({ method }) => has(key, method));
}

const scanner = new MetadataScanner();

const has = (key: string, holder: unknown) => typeof holder === 'function' && Reflect.hasMetadata(key, holder);

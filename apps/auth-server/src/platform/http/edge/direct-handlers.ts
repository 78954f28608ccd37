import type { INestApplication, PipeTransform } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants';
import { ApplicationConfig } from '@nestjs/core';
import type { Express } from 'express';
import { ErrorFilter } from '../answers/error.filter';
import type { Reply } from '../answers/reply';
import { type EdgeRequest, readParameter } from './edge-request';
import type { HandlerPlace } from './handler-place';

export type DirectHandler = (request: EdgeRequest) => Promise<Reply>;

/** As Nest stores it. */
interface Parameter {
  index: number;
  factory?: unknown;
  data: unknown;
  pipes: readonly PipeTransform[];
}

const parametersOf = ({ controller, name }: HandlerPlace): Parameter[] =>
  Object.values((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<string, Parameter>).sort(
    (one, other) => one.index - other.index,
  );

export function directHandlerOf(place: HandlerPlace): DirectHandler {
  const { wrapper, method } = place;
  const reads = parametersOf(place).map(({ data }) => data as (request: EdgeRequest) => unknown);
  return (request) =>
    method.apply(
      wrapper.instance,
      reads.map((read) => read(request)),
    ) as Promise<Reply>;
}

interface NamedHandler extends HandlerPlace {
  /** For the log. */
  title: string;
  direct: DirectHandler | undefined;
}

/** What Nest or Express would run around `@Direct()` handlers, for the log; empty if they may be called directly. */
export function enhancersOf(app: INestApplication, express: Express, handlers: readonly NamedHandler[]): string[] {
  return [
    ...globalEnhancersOf(app),
    ...(hasMiddleware(express) ? ['middleware'] : []),
    ...handlers.filter(({ direct }) => direct !== undefined).flatMap(ownEnhancersOf),
  ];
}

function globalEnhancersOf(app: INestApplication): string[] {
  const config = app.get(ApplicationConfig, { strict: false });
  const enhancers = {
    guards: [...config.getGlobalGuards(), ...config.getGlobalRequestGuards()],
    interceptors: [...config.getGlobalInterceptors(), ...config.getGlobalRequestInterceptors()],
    pipes: [...config.getGlobalPipes(), ...config.getGlobalRequestPipes()],
    filters: [...config.getGlobalFilters(), ...config.getGlobalRequestFilters()],
  };
  return Object.entries(enhancers)
    .filter(([, found]) => found.some((enhancer) => enhancer.constructor !== ErrorFilter))
    .map(([kind]) => `global ${kind}`);
}

/** Layers in front of a route that are no handlers, after the one that Nest's adapter brings. */
function hasMiddleware({ router: { stack } }: Express): boolean {
  const last = stack.findLastIndex(({ route }) => route !== undefined);
  return stack
    .slice(1, last)
    .some(({ route }) => !route?.stack.every(({ handle }) => Reflect.hasMetadata(METHOD_METADATA, handle)));
}

const OWN = {
  guards: GUARDS_METADATA,
  interceptors: INTERCEPTORS_METADATA,
  pipes: PIPES_METADATA,
  filters: EXCEPTION_FILTERS_METADATA,
  headers: HEADERS_METADATA,
};

function ownEnhancersOf(handler: NamedHandler): string[] {
  const { wrapper, controller, method, title } = handler;
  const parameters = parametersOf(handler);
  const found = Object.entries(OWN)
    .filter(([, key]) => [controller, method].some((target) => Reflect.hasMetadata(key, target)))
    .map(([kind]) => kind);
  if (parameters.some(({ pipes }) => pipes.length > 0)) found.push('pipes of a parameter');
  if (parameters.some(({ factory }) => factory !== readParameter))
    found.push('parameters that are not read by FromRequest');
  if (!wrapper.isDependencyTreeStatic()) found.push('a scope of its own');
  return found.map((what) => `${what} of ${title}`);
}

import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { ApplicationConfig, DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { type DirectHandler, directHandlerOf } from './direct-handlers';
import type { HandlerPlace, Method } from './handler-place';
import { ANSWERS_HEAD, COSTLY, DIRECT, ORIGIN_RULE, type OriginRule, VARIES_BY } from './route-facts';

/** A method of a controller with what its decorators say (ADR 7). */
export interface Handler extends HandlerPlace {
  /** `TokenController.post` */
  title: string;
  /** As the router has it: `POST /oauth2/token`. */
  routes: readonly string[];
  originRule: OriginRule | undefined;
  /** The value of `Vary`. */
  vary: string | undefined;
  /** Whether its GET answers HEAD too. */
  answersHead: boolean;
  /** Whether it is marked by `@Costly()`. */
  isCostly: boolean;
  /** Of a `@Direct()` handler. */
  direct: DirectHandler | undefined;
}

const reflector = new Reflector();

export function handlersOf(app: INestApplication): Handler[] {
  const prefix = app.get(ApplicationConfig, { strict: false }).getGlobalPrefix();
  return new DiscoveryService(app.get(ModulesContainer))
    .getControllers()
    .flatMap((wrapper) => placesIn(wrapper as HandlerPlace['wrapper']))
    .map((place) => handlerOf(place, prefix));
}

function placesIn(wrapper: HandlerPlace['wrapper']): HandlerPlace[] {
  const controller = wrapper.metatype as Type;
  const prototype = controller.prototype as Record<string, Method>;
  return new MetadataScanner()
    .getAllMethodNames(prototype)
    .map((name) => ({ wrapper, controller, name, method: prototype[name]! }))
    .filter(({ method }) => reflector.get(PATH_METADATA, method) !== undefined);
}

function handlerOf(place: HandlerPlace, prefix: string): Handler {
  const { controller, name, method } = place;
  const targets = [method, controller];
  const originRule = reflector.getAllAndOverride<OriginRule | undefined>(ORIGIN_RULE, targets);
  const variesBy = reflector.getAllAndOverride<string[] | undefined>(VARIES_BY, targets) ?? [];
  return {
    ...place,
    title: `${controller.name}.${name}`,
    routes: routesOf(place, prefix),
    originRule,
    vary: [...variesBy, ...variesByRule(originRule)].join(', ') || undefined,
    answersHead: reflector.getAllAndOverride<boolean | undefined>(ANSWERS_HEAD, targets) === true,
    isCostly: reflector.get<boolean | undefined>(COSTLY, method) === true,
    direct: reflector.get(DIRECT, method) ? directHandlerOf(place) : undefined,
  };
}

function variesByRule(rule: OriginRule | undefined): string[] {
  if (rule === 'any') return [];
  return rule === 'page' ? ['Accept-Language', 'Cookie', 'Origin'] : ['Origin'];
}

function routesOf({ controller, method }: HandlerPlace, prefix: string): string[] {
  const pathsOf = (target: Type | Method) => [reflector.get<string | string[]>(PATH_METADATA, target)].flat();
  const verb = RequestMethod[reflector.get<RequestMethod>(METHOD_METADATA, method)];
  return pathsOf(controller).flatMap((above) =>
    pathsOf(method).map((below) => `${verb} ${joinPath(prefix, above, below)}`),
  );
}

const joinPath = (...parts: readonly string[]) =>
  `/${parts.flatMap((part) => part.split('/').filter((segment) => segment !== '')).join('/')}`;

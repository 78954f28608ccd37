import type { Express } from 'express';
import { StartError } from '../../config/settings-error';
import type { Handler } from './handlers';
import { SAFE_METHODS } from './route-facts';

export interface Route {
  methods: string[];
  /** By method. */
  handlers: Map<string, Handler>;
  /** These apply to the path: preflights and 405s have no handler. */
  isForAnyOrigin: boolean;
  /** Then no page of another origin may read it, whatever `CORS_ORIGINS` says. */
  isForOwnOrigin: boolean;
  isPage: boolean;
}

/** The handlers by path and method (ADR 7). */
export class RouteTable {
  private readonly exact = new Map<string, Route>();
  private readonly patterns = new Map<string, Route & { pattern: RegExp }>();

  /** @param app with a complete router @throws StartError if a handler lacks a decorator, or the router lacks a handler */
  static of(app: Express, handlers: readonly Handler[]): RouteTable {
    const table = new RouteTable();
    const routed = new Set(routesOf(app));
    for (const handler of handlers) for (const route of handler.routes) table.add(route, handler);
    const problems = [
      ...handlers.flatMap(({ routes, title }) =>
        routes.filter((route) => !routed.has(route)).map((route) => `${title}: the router does not have ${route}`),
      ),
      ...handlers.filter(isUndeclared).map(({ title }) => `${title} may change something: ${DECLARE}`),
      ...table
        .mixed()
        .map(({ title }) => `${title}: another handler of its path has @AnyOrigin(): it must have it too`),
    ];
    if (problems.length > 0) throw new StartError(problems.join('; '), { help: 'handler-undeclared' });
    return table;
  }

  find(path: string): Route | undefined {
    const exact = this.exact.get(path);
    if (exact !== undefined) return exact;
    for (const route of this.patterns.values()) if (route.pattern.test(path)) return route;
    return undefined;
  }

  private add(text: string, handler: Handler): void {
    const [method = '', path = ''] = text.split(' ');
    const route = this.routeOf(path);
    // The router calls the first of two.
    if (route.handlers.has(method)) return;
    route.methods.push(method);
    route.handlers.set(method, handler);
    route.isForAnyOrigin ||= handler.originRule === 'any';
    route.isForOwnOrigin ||= handler.originRule === 'own' || handler.originRule === 'page';
    route.isPage ||= handler.originRule === 'page';
    if (method === 'GET' && handler.answersHead) this.add(`HEAD ${path}`, handler);
  }

  private routeOf(path: string): Route {
    const facts = { isForAnyOrigin: false, isForOwnOrigin: false, isPage: false };
    const route: Route = { methods: [], handlers: new Map<string, Handler>(), ...facts };
    if (!path.includes(':')) return getOrSet(this.exact, path, route);
    const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+');
    return getOrSet(this.patterns, escaped, { ...route, pattern: new RegExp(`^${escaped}$`) });
  }

  private mixed(): Handler[] {
    return [...this.exact.values(), ...this.patterns.values()]
      .filter(({ isForAnyOrigin }) => isForAnyOrigin)
      .flatMap(({ handlers }) => [...handlers.values()])
      .filter(({ originRule }) => originRule !== 'any');
  }
}

const DECLARE = 'write @ActsByCookie(), @OwnOrigin(), @Page(), @IgnoresCookies() or @AnyOrigin() on it or its class';

const isUndeclared = ({ routes, originRule }: Handler) =>
  originRule === undefined && !routes.every((route) => SAFE_METHODS.includes(route.split(' ')[0]!));

function routesOf({ router }: Express): string[] {
  return router.stack.flatMap(({ route }) =>
    (route?.stack ?? []).flatMap(({ method }) =>
      [route!.path].flat().map((path) => `${method?.toUpperCase()} ${path}`),
    ),
  );
}

function getOrSet<Value>(map: Map<string, Value>, key: string, value: Value): Value {
  if (!map.has(key)) map.set(key, value);
  return map.get(key)!;
}

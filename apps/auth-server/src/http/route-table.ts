import type { Express } from 'express';

interface Route {
  pattern: RegExp;
  methods: Set<string>;
}

/** The paths that exist and the methods each knows, read off the router once it is complete. */
export class RouteTable {
  private readonly exact = new Map<string, Set<string>>();
  private readonly patterns: Route[] = [];

  static of(app: Express): RouteTable {
    const table = new RouteTable();
    for (const { route } of app.router.stack)
      if (route !== undefined)
        for (const path of [route.path].flat())
          table.add(
            path,
            route.stack.map(({ method }) => method.toUpperCase()),
          );
    return table;
  }

  /** The methods of a path; `undefined` where there is none such. */
  methodsOf(path: string): readonly string[] | undefined {
    const methods = this.exact.get(path) ?? this.patterns.find(({ pattern }) => pattern.test(path))?.methods;
    return methods === undefined ? undefined : [...methods];
  }

  private add(path: string, methods: readonly string[]): void {
    const known = path.includes(':') ? this.methodsOfPattern(path) : (this.exact.get(path) ?? new Set());
    for (const method of methods) known.add(method);
    if (!path.includes(':')) this.exact.set(path, known);
  }

  private methodsOfPattern(path: string): Set<string> {
    const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+');
    const source = `^${escaped}$`;
    let route = this.patterns.find(({ pattern }) => pattern.source === new RegExp(source).source);
    if (route === undefined) this.patterns.push((route = { pattern: new RegExp(source), methods: new Set() }));
    return route.methods;
  }
}

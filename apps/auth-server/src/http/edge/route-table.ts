import type { Express } from 'express';

interface Route {
  pattern: RegExp;
  methods: string[];
}

/** The paths that exist and the methods each knows, read off the router once it is complete. */
export class RouteTable {
  private readonly exact = new Map<string, string[]>();
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
    return this.exact.get(path) ?? this.patterns.find(({ pattern }) => pattern.test(path))?.methods;
  }

  private add(path: string, methods: readonly string[]): void {
    const known = path.includes(':') ? this.methodsOfPattern(path) : (this.exact.get(path) ?? []);
    for (const method of methods) if (!known.includes(method)) known.push(method);
    if (!path.includes(':')) this.exact.set(path, known);
  }

  private methodsOfPattern(path: string): string[] {
    const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+');
    const source = `^${escaped}$`;
    let route = this.patterns.find(({ pattern }) => pattern.source === new RegExp(source).source);
    if (route === undefined) this.patterns.push((route = { pattern: new RegExp(source), methods: [] }));
    return route.methods;
  }
}

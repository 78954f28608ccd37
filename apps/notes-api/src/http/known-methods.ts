import { MethodNotAllowedException } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response, Router } from 'express';

/** An entry of Express' router with members that its types lack. */
type RouterEntry = Router['stack'][number] & {
  match(path: string): boolean;
  route?: { methods: Readonly<Record<string, boolean>> };
};

/** Health and metadata, which load balancers ask for by HEAD: Express runs the GET handler and sends no body. */
const ANSWERS_HEAD = /\/(health|\.well-known)\/[\w-]+$/;

/**
 * Refuses methods that a path has no route for: Express would run any GET handler for HEAD and answer OPTIONS. Reads
 * the router's table, so that a new route needs no second entry.
 */
export function knownMethods(router: Router): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const entries = router.stack as RouterEntry[];
    const routes = entries.filter((entry) => entry.route && entry.match(request.path));
    const methods = routes.flatMap(({ route }) => Object.keys(route?.methods ?? {})).map((name) => name.toUpperCase());
    if (methods.includes('GET') && ANSWERS_HEAD.test(request.path)) methods.push('HEAD');
    if (methods.length === 0 || methods.includes(request.method)) return next();
    response.setHeader('Allow', methods.join(', '));
    next(new MethodNotAllowedException());
  };
}

import express from 'express';
import type { Handler } from './handlers';
import { RouteTable } from './route-table';

describe('RouteTable', () => {
  const app = express();
  const handlers: Handler[] = [];
  for (const [method, ...paths] of [
    ['get', '/things'],
    ['head', '/things'],
    ['get', '/things/:id'],
    ['options', '/things/:other'],
    ['get', '/things/:id/parts/:part'],
    ['get', '/a.b'],
    ['get', '/one', '/two'],
  ] as const) {
    app[method]([...paths], () => {});
    handlers.push({ routes: paths.map((path) => `${method.toUpperCase()} ${path}`) } as unknown as Handler);
  }
  app.get('/facts', () => {});
  handlers.push({ routes: ['GET /facts'], answersHead: true } as unknown as Handler);
  const table = RouteTable.of(app, handlers);

  it.each([
    ['/things', ['GET', 'HEAD']],
    ['/things/1', ['GET', 'OPTIONS']],
    ['/things/%2f', ['GET', 'OPTIONS']],
    ['/things/1/parts/2', ['GET']],
    ['/a.b', ['GET']],
    ['/facts', ['GET', 'HEAD']],
    ['/one', ['GET']],
    ['/two', ['GET']],
  ])('%s knows %j', (path, methods) => expect(table.find(path)?.methods).toEqual(methods));

  it.each(['/', '/thing', '/things/', '/things/1/', '/things/1/parts', '/THINGS', '/aXb', '/x/things', '//things', ''])(
    'there is no %j',
    (path) => expect(table.find(path)).toBeUndefined(),
  );
});

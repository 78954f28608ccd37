import express from 'express';
import { RouteTable } from './route-table';

describe('RouteTable', () => {
  const app = express();
  app.get('/things', () => {});
  app.post('/things', () => {});
  app.get('/things/:id', () => {});
  app.delete('/things/:other', () => {});
  app.post('/things/:id/parts/:part', () => {});
  app.get('/a.b', () => {});
  app.get(['/one', '/two'], () => {});
  const table = RouteTable.of(app);

  it.each([
    ['/things', ['GET', 'POST']],
    ['/things/1', ['GET', 'DELETE']],
    ['/things/%2f', ['GET', 'DELETE']],
    ['/things/1/parts/2', ['POST']],
    ['/a.b', ['GET']],
    ['/one', ['GET']],
    ['/two', ['GET']],
  ])('%s knows %j', (path, methods) => expect(table.methodsOf(path)).toEqual(methods));

  it.each(['/', '/thing', '/things/', '/things/1/', '/things/1/parts', '/THINGS', '/aXb', '/x/things', '//things', ''])(
    'there is no %j',
    (path) => expect(table.methodsOf(path)).toBeUndefined(),
  );
});

import { All, Controller, Delete, Get, type INestApplication, Module, Post, Put, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Express } from 'express';
import { serveHere } from '../../../../test/every-statement';
import { freshDir } from '@consentry/test-support/server/server';
import { StartError } from '../../config/settings-error';
import { handlersOf } from './handlers';
import { ActsByCookie, AnyOrigin, IgnoresCookies, VariesBy } from './route-facts';
import { RouteTable } from './route-table';

@Controller(['api/things', 'api/objects'])
@ActsByCookie()
class ThingsController {
  @Get()
  @VariesBy('Accept')
  list() {}

  @Post('/')
  make() {}

  @Put([':id', ':id/name'])
  @IgnoresCookies()
  change() {}

  @Delete(':id')
  @ActsByCookie({ foreignOrigin: 'passed on' })
  delete() {}

  notAHandler() {}
}

@Controller('open')
@AnyOrigin()
class OpenController {
  @Get()
  read() {}

  @Post()
  @VariesBy('Accept', 'Prefer')
  write() {}
}

@Controller('undeclared')
class UndeclaredController {
  @Get()
  read() {}

  @Post()
  write() {}
}

@Controller('mixed')
class MixedController {
  @Get()
  read() {}

  @Post()
  @AnyOrigin()
  write() {}
}

@Controller('all')
@IgnoresCookies()
class AllController {
  @All()
  anything() {}
}

describe('handlersOf', () => {
  let app: INestApplication;
  afterEach(() => app.close());

  const routesOf = async (controllers: Type[], prefix = '') => {
    @Module({ controllers })
    class AppModule {}
    app = await NestFactory.create(AppModule, { logger: false });
    app.setGlobalPrefix(prefix);
    await app.init();
    return RouteTable.of(app.getHttpAdapter().getInstance() as Express, handlersOf(app));
  };
  const factsOf = (table: RouteTable, method: string, path: string) => {
    const { name, originRule, vary } = table.find(path)!.handlers.get(method)!;
    return { name, originRule, vary };
  };

  it("reads each handler's facts, its own before those of its class", async () => {
    const table = await routesOf([ThingsController, OpenController]);
    for (const start of ['/api/things', '/api/objects']) {
      expect(factsOf(table, 'GET', start)).toEqual({ name: 'list', originRule: 'checked', vary: 'Accept, Origin' });
      expect(factsOf(table, 'POST', start)).toEqual({ name: 'make', originRule: 'checked', vary: 'Origin' });
      for (const end of ['/1', '/1/name'])
        expect(factsOf(table, 'PUT', start + end)).toMatchObject({ name: 'change', originRule: 'unchecked' });
      expect(factsOf(table, 'DELETE', `${start}/1`)).toMatchObject({ name: 'delete', originRule: 'passed on' });
    }
    expect(factsOf(table, 'GET', '/open')).toEqual({ name: 'read', originRule: 'any', vary: undefined });
    expect(factsOf(table, 'POST', '/open')).toEqual({ name: 'write', originRule: 'any', vary: 'Accept, Prefer' });
    expect([table.find('/open')!.isForAnyOrigin, table.find('/api/things')!.isForAnyOrigin]).toEqual([true, false]);
  });

  it('finds them below a prefix', async () => {
    const table = await routesOf([OpenController], '/auth/v1');
    expect(factsOf(table, 'GET', '/auth/v1/open')).toMatchObject({ name: 'read' });
    expect(table.find('/open')).toBeUndefined();
  });

  const WRITE = 'write @ActsByCookie(), @OwnOrigin(), @Page(), @IgnoresCookies() or @AnyOrigin() on it or its class';

  it.each<[string, Type[], string]>([
    [
      'changes something and says nothing',
      [UndeclaredController, OpenController],
      `UndeclaredController.write may change something: ${WRITE}`,
    ],
    [
      'shares its path with one for any origin',
      [MixedController],
      'MixedController.read: another handler of its path has @AnyOrigin(): it must have it too',
    ],
    ['takes all methods', [AllController], 'AllController.anything: the router does not have ALL /all'],
  ])('refuses a handler that %s', async (_, controllers, message) => {
    await expect(routesOf(controllers)).rejects.toEqual(new StartError(message));
  });
});

describe('the server', () => {
  @Module({ controllers: [UndeclaredController] })
  class UndeclaredModule {}

  it('does not start with a handler that changes something and says nothing', async () => {
    const started = serveHere({ DATA_DIR: freshDir() }, [UndeclaredModule]);
    await expect(started).rejects.toThrow(/^UndeclaredController\.write may change something/);
  });
});

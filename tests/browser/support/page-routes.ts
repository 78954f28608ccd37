import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { ORIGIN_RULE } from '../../../apps/auth-server/src/platform/http/edge/route-facts';

const SRC = join(__dirname, '../../../apps/auth-server/src');

type Controller = new (...parameters: never[]) => object;

/** The paths of all pages, by the decorators of the controllers: no list that a new page could be missing from. */
export const pagePaths = (): string[] => pathsOf(RequestMethod.GET);

/** The paths that forms are sent to. */
export const formPaths = (): string[] => pathsOf(RequestMethod.POST);

function pathsOf(method: RequestMethod): string[] {
  return controllers()
    .flatMap((controller) => handlersOf(controller).map((handler) => ({ controller, handler })))
    .filter(({ handler }) => Reflect.getMetadata(METHOD_METADATA, handler) === method)
    .filter(({ controller, handler }) => ruleOf(handler, controller) === 'page')
    .flatMap(({ controller, handler }) =>
      routed(controller).flatMap((above) => routed(handler).map((below) => join('/', above, below))),
    )
    .map((path) => path.replace(/(?<=.)\/$/, ''))
    .sort();
}

const controllers = (): Controller[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.controller\.tsx?$/.test(name))
    .flatMap((name) => Object.values(jest.requireActual<object>(join(SRC, name)) as Record<string, unknown>))
    .filter((exported): exported is Controller => typeof exported === 'function');

const handlersOf = ({ prototype }: Controller): object[] =>
  Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor')
    .map((name) => (prototype as Record<string, unknown>)[name])
    .filter((member) => typeof member === 'function');

const routed = (target: object): string[] => [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();

/** A handler's own goes before that of its class. */
const ruleOf = (handler: object, controller: object): unknown =>
  Reflect.getMetadata(ORIGIN_RULE, handler) ?? Reflect.getMetadata(ORIGIN_RULE, controller);

import { parse } from 'yaml';
import type { Block } from '@consentry/test-support/docs/page-blocks';
import { settingsThatAreNone } from './shell';

/** @returns what a parser says. */
function complaintOf(read: (text: string) => unknown, text: string): string[] {
  try {
    read(text);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

export const jsonProblems = ({ text }: Block): string[] => complaintOf(JSON.parse, text);
export const yamlProblems = ({ text }: Block): string[] => complaintOf((given) => void parse(given), text);

/** Settings of the server; with sections it is another program's. */
export const settingsProblems = ({ text }: Block): string[] =>
  settingsThatAreNone([...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name!));

const SECTION = /^\[\w+\]$/m;
export const hasSections = ({ text }: Block): boolean => SECTION.test(text);

const START = /^(?:[A-Z]+ (?<path>\/[^\s?#]*)\S*(?: HTTP\/1\.1)?|HTTP\/1\.1 [1-5]\d\d(?: .+)?)$/;
/** Services behind the guard have routes of their own. */
const OF_THE_SERVER = /^\/(api|oauth2)\//;
const HEADER = /^[\w-]+: \S/;

/** @param routes as the OpenAPI document names them. @returns why a message is none of HTTP, or its path no route. */
export function httpProblems({ text }: Block, routes: readonly string[]): string[] {
  return text.split(/^(?=[A-Z]+ \/|HTTP\/)/m).flatMap((message) => {
    const [head = '', ...body] = message.trim().split(/\n\n/);
    const [first = '', ...headers] = head.replaceAll(/\n +/g, ' ').split('\n');
    const start = START.exec(first);
    if (start === null) return [`"${first}" is neither a request line nor a status line`];
    const { path } = start.groups!;
    const isJson = /^content-type: application\/(\w+\+)?json/im.test(head);
    return [
      ...headers.filter((line) => !HEADER.test(line)).map((line) => `"${line}" is no header`),
      ...(path === undefined || !OF_THE_SERVER.test(path) || isRoute(path, routes)
        ? []
        : [`there is no route ${path}`]),
      ...(isJson ? complaintOf(JSON.parse, body.join('\n\n')) : []),
    ];
  });
}

const OURS =
  /(?:\$\{?(?:AUTH|AUTH_URL|ISSUER)\}?|\{AUTH_URL\}|https:\/\/auth\.example\.com|http:\/\/localhost:3000)(\/[^\s"'?#;]*)/g;

/** @returns which paths of our server a script calls that it does not have. */
export const pathProblems = (script: string, routes: readonly string[]): string[] =>
  [...script.matchAll(OURS)]
    .map(([, path]) => path!)
    .filter((path) => !isRoute(path, routes))
    .map((path) => `there is no route ${path}`);

/** What a route has in braces may be anything. */
function isRoute(path: string, routes: readonly string[]): boolean {
  const given = path.replace(/(?<=.)\/$/, '').split('/');
  return routes.some((route) => {
    const segments = route.split('/');
    return segments.length === given.length && segments.every((each, n) => each.startsWith('{') || each === given[n]);
  });
}

// Prints the types of the calls that the console makes, from a server's own OpenAPI document:
// npm run --silent types -w apps/console -- http://localhost:3000/docs-json > apps/console/src/api/generated/schema.d.ts
import openapiTS, { astToString } from 'openapi-typescript';
import prettier from 'prettier';

const CALLED = [
  '/api/account/roles',
  '/api/admin',
  '/api/applications',
  '/api/session',
  '/api/version',
  '/.well-known/oauth-authorization-server',
];

const [, , address] = process.argv;
const document = await (await fetch(address)).json();
const isCalled = (path) => CALLED.some((called) => path === called || path.startsWith(`${called}/`));
const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => isCalled(path)));

/** The schemas that these paths name, directly or not. */
const schemas = {};
const take = (value) => {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (name in schemas) continue;
    schemas[name] = document.components.schemas[name];
    take(schemas[name]);
  }
};
take(paths);

const sorted = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
const text = astToString(
  await openapiTS({ ...document, paths, components: { schemas: sorted } }, { defaultNonNullable: false }),
);
const version = `/** Of the document. */\nexport type ApiVersion = '${document.info.version}';\n`;
process.stdout.write(
  await prettier.format(text + version, {
    ...(await prettier.resolveConfig(import.meta.filename)),
    parser: 'typescript',
  }),
);

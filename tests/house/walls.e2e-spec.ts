import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const SERVER = 'apps/auth-server/src';
const UNITS = `${SERVER}/model/sessions/session.repository.ts`;

/** A file, and a line that lint must refuse in it. */
const FORBIDDEN: [file: string, code: string][] = [
  [`${SERVER}/protocol/request/pkce.ts`, "import 'typeorm';"],
  [`${SERVER}/protocol/request/pkce.ts`, "import 'node:fs';"],
  [`${SERVER}/protocol/request/pkce.ts`, "import '../../platform/config/clock';"],
  [`${SERVER}/protocol/request/pkce.ts`, 'process.argv;'],
  [`${SERVER}/protocol/request/pkce.ts`, 'expect(1);'],
  ['apps/notes-api/src/app.module.ts', 'jest.fn();'],
  [`${SERVER}/platform/config/clock.ts`, "import '../../model/accounts/account.entity';"],
  [`${SERVER}/platform/database/units.ts`, "import '../../model/accounts/passwords/password-limits';"],
  [`${SERVER}/platform/database/migrate.ts`, "import '../../model/entities';"],
  [`${SERVER}/model/entities.ts`, "import './accounts/passwords/password-limits';"],
  [`${SERVER}/platform/http/edge/edge.ts`, "import '../../../oauth/token/token.controller';"],
  [`${SERVER}/platform/http/edge/edge.ts`, "import '../../../model/sessions/callers';"],
  [`${SERVER}/model/clients/client.entity.ts`, "import '../../oauth/token/token.controller';"],
  [`${SERVER}/model/clients/client.entity.ts`, "import '../../api/applications/application.view';"],
  [`${SERVER}/model/clients/client.entity.ts`, "import '../tokens/rotation';"],
  [`${SERVER}/model/clients/documents/metadata-documents.ts`, "import '../../grants/grant.entity';"],
  [`${SERVER}/endings/family-revocation.ts`, "import '../model/tokens/rotation';"],
  [`${SERVER}/oauth/token/token.controller.ts`, "import '../../api/accounts/account.dto';"],
  [`${SERVER}/pages/start/start.controller.tsx`, "import '../../api/accounts/account.dto';"],
  [`${SERVER}/model/clients/client.entity.ts`, "import '@consentry/notes-api';"],
  [`${SERVER}/oauth/token/token.controller.ts`, "import '@consentry/guard';"],
  [`${SERVER}/oauth/token/token.controller.ts`, "import '../../../../notes-api/src/start';"],
  [`${SERVER}/oauth/token/token.controller.ts`, "import process from 'node:process';"],
  [`${SERVER}/oauth/token/token.controller.ts`, "import '../revocation/revocation.service';"],
  [`${SERVER}/oauth/token/grant-types/grant-type.ts`, "import '../../revocation/revocation.service';"],
  [`${SERVER}/oauth/token/token.controller.ts`, "import { EntityManager } from 'typeorm';"],
  [`${SERVER}/oauth/token/token.controller.ts`, "import { InjectRepository } from '@nestjs/typeorm';"],
  [`${SERVER}/model/accounts/account.repository.ts`, "import { InjectRepository } from '@nestjs/typeorm';"],
  [`${SERVER}/oauth/token/token.controller.ts`, "import type { Request } from 'express';"],
  [`${SERVER}/main.ts`, "import('./commands/keys/keys-command.js');"],
  [`${SERVER}/api/administration/list-query.ts`, "import '../../platform/database/units';"],
  [`${SERVER}/api/administration/list-query.ts`, "import '../../oauth/token/token.controller';"],
  [`${SERVER}/start.ts`, "import './commands/consentry';"],
  [`${SERVER}/platform/jobs/jobs.module.ts`, "import '../../commands/ending';"],
  [`${SERVER}/model/keys/signing/key-ring.ts`, "import '../../../commands/ending';"],
  [`${SERVER}/oauth/token/token.controller.ts`, "import '../../commands/ending';"],
  [`${SERVER}/model/clients/client.ts`, "export * from './client.entity';"],
  ['apps/demo/src/demo.ts', "export { Demo } from './other';"],
  [`${SERVER}/model/clients/client.entity.ts`, 'class Client extends Row {}'],
  [`${SERVER}/oauth/revocation/revocation.service.ts`, 'class RevocationService extends Service {}'],
  [`${SERVER}/oauth/token/grant-types/refresh-token.grant-type.ts`, 'class RefreshToken extends GrantType {}'],
  ['apps/notes-api/src/notes/notes.service.ts', 'const NotesService = class extends Crud(Note) {};'],
  [`${SERVER}/platform/health/health.controller.ts`, 'process.env;'],
  [UNITS, 'let tries = 0; function* unit() { tries += 1; }'],
  [UNITS, 'let tries = 0; function* unit() { tries++; }'],
  [UNITS, 'const told = []; const unit = function* () { yield told.push(1); };'],
  [UNITS, 'const cache = new Map(); function* unit() { for (const id of yield) cache.delete(id); }'],
  [UNITS, 'function* unit(clock) { yield clock.now(); }'],
  ['apps/demo/src/demo.ts', "import '../../auth-server/src/start';"],
  ['apps/console/src/main.tsx', "import '../../auth-server/src/pages/rendering/icons';"],
  ['apps/console/src/main.tsx', "import '@preact/signals';"],
  ['apps/console/src/main.tsx', "document.querySelector('.side');"],
  ['libs/ui/src/field.tsx', "import { useState } from 'preact/hooks';"],
  ['libs/ui/src/field.tsx', "import '../../../apps/console/src/messages/messages';"],
  ['libs/guard/src/index.ts', "import '@consentry/demo';"],
  ['libs/guard/src/verify/clock.ts', "import '../nest/guard.module';"],
  ['libs/guard/src/verify/clock.ts', "import '@consentry/auth-server';"],
  ['libs/guard/src/bearer/scope.ts', "import '../verify/clock';"],
  ['libs/client/src/nest/client.module.ts', "import '../typeorm/stored-tokens.entity';"],
  ['libs/client/src/index.ts', "import 'typeorm';"],
  ['libs/client/src/issuer/issuer.ts', "import '../nest/client.module';"],
  ['libs/client/src/tokens/token-keeper.ts', "import '../issuer/issuer';"],
  ['libs/client/src/tokens/token-keeper.ts', "import 'openid-client';"],
  ['libs/client/src/typeorm/typeorm-token-store.ts', "import '../issuer/issuer';"],
  ['libs/client/src/passport/consentry.strategy.ts', "import 'typeorm';"],
  ['libs/schematics/src/init/init.schematic.ts', "import '../protected-controller/nearest-module';"],
  ['libs/schematics/src/init/init.schematic.ts', "import '@consentry/guard';"],
  ['libs/schematics/src/app/application.ts', "import '../init/init.options';"],
  ['libs/schematics/src/source/imports.ts', "import '../app/application';"],
  ['libs/typeorm-node-sqlite/src/open-file.ts', "import 'typeorm';"],
  ['apps/auth-server/src/platform/http/edge.ts', "import '@consentry/typeorm-node-sqlite';"],
  ['tests/proofs/both/races.e2e-spec.ts', "import '../../flows/support/claims-host';"],
];

const ALLOWED: [file: string, code: string][] = [
  [`${SERVER}/protocol/request/pkce.ts`, "import '../client/client';"],
  [`${SERVER}/oauth/token/token.controller.ts`, "import '../../model/clients/client.repository';"],
  [`${SERVER}/oauth/token/grant-types/grant-type.ts`, "import '../token-request';"],
  [`${SERVER}/oauth/token/grant-types/grant-type.ts`, "import '../../../model/clients/client.repository';"],
  [`${SERVER}/commands/consentry.ts`, "import('./keys/run-keys-command.js');"],
  [`${SERVER}/commands/keys/next-key.ts`, "import '../ending';"],
  [`${SERVER}/model/clients/client.ts`, 'const ID = 1; export { ID };'],
  [`${SERVER}/model/clients/client.view.ts`, 'class AskingClientView extends ClientView {}'],
  [`${SERVER}/model/clients/client-problem.ts`, 'class ClientProblem extends Error {}'],
  [`${SERVER}/platform/database/sqlite/sqlite-units.ts`, 'class SqliteUnits extends Units {}'],
  [`${SERVER}/model/entities.ts`, "import './accounts/account.entity';"],
  [`${SERVER}/model/clients/client.entity.ts`, "import '../accounts/account.entity';"],
  [`${SERVER}/model/clients/client.repository.ts`, "import '../../endings/client-revocation';"],
  [UNITS, 'function* unit(now) { const row = yield now; return row.map((id) => ({ id, now })); }'],
  ['apps/notes-api/src/app.module.ts', "import '@consentry/guard';"],
  ['apps/console/src/main.tsx', "import { useState } from 'preact/hooks';"],
  ['apps/console/src/main.tsx', "import '@consentry/ui/icon';"],
  ['libs/ui/src/field.tsx', "import { Icon } from './icon';"],
  [`${SERVER}/pages/errors/error-page.tsx`, "import '#ui/icon';"],
  ['libs/guard/src/nest/guard.module.ts', "import '../verify/clock';"],
  ['libs/client/src/nest/client.module.ts', "import '../issuer/issuer';"],
  ['libs/client/src/typeorm/typeorm-token-store.ts', "import 'typeorm';"],
  ['libs/client/src/passport/consentry.strategy.ts', "import '@nestjs/passport';"],
  ['libs/schematics/src/init/init.schematic.ts', "import '../app/application';"],
  ['libs/schematics/src/app/application.ts', "import '../source/style';"],
  ['apps/auth-server/src/platform/database/sqlite/query.ts', "import '@consentry/typeorm-node-sqlite';"],
  ['tests/proofs/both/races.e2e-spec.ts', "import '../support/callers';"],
  ['tests/proofs/both/races.e2e-spec.ts', "import '@consentry/test-support/world/world';"],
];

describe('the walls of the house', () => {
  let answers: string[][];

  beforeAll(() => {
    const script = join(__dirname, 'lint-probes.mjs');
    const input = JSON.stringify([...FORBIDDEN, ...ALLOWED].map(([file, code]) => [join(ROOT, file), code]));
    const { stdout, stderr } = spawnSync(process.execPath, [script], { input, encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    answers = JSON.parse(stdout) as string[][];
  });

  it.each(FORBIDDEN.map(([file, code], at) => ({ file, code, at })))('keep $code out of $file', ({ at }) => {
    expect(answers[at]).not.toEqual([]);
  });

  it.each(ALLOWED.map(([file, code], at) => ({ file, code, at })))('let $code into $file', ({ at }) => {
    expect(answers[FORBIDDEN.length + at]).toEqual([]);
  });

  it.each([
    'apps/auth-server/src',
    'apps/notes-api/src',
    'apps/demo/src',
    'libs/client/src',
    'libs/guard/src',
    'libs/schematics/src',
    'libs/typeorm-node-sqlite/src',
    'libs/ui/src',
  ])('leave no room in %s for utils, helpers, common or shared', (folder) => {
    const rooms = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    expect(rooms.filter((room) => /(^|\/)(utils|helpers|common|shared)(\/|$)/.test(room))).toEqual([]);
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { anyText, textLike } from '@consentry/test-support/world/anything';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import { changeStored } from '@consentry/test-support/server/stored';
import {
  type Application,
  call,
  exchange,
  obtainCode,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

interface Secret {
  id: string;
  client_secret: string;
  created_at: string;
  last_used_at: string | null;
}

interface NamedSecret extends Secret {
  name: string | null;
  expires_at: string | null;
  hint: string | null;
}

describe("an application's secrets", () => {
  const server = givenServer();
  const developer = givenAccount(server);

  const hintsPath = ({ client_id }: Application) => `${server.url}/api/applications/${client_id}/secret-hints`;
  const secretsPath = ({ client_id }: Application) => `${server.url}/api/applications/${client_id}/secrets`;
  const add = (application: Application, { session } = developer, body?: object) =>
    call<Secret>('POST', secretsPath(application), { headers: session, ...(body && { body }) });
  const replace = (application: Application, id: string, more: object = {}) =>
    add(application, developer, { replaces: id, ...more });
  const remove = (application: Application, id: string, { session } = developer) =>
    call('DELETE', `${secretsPath(application)}/${id}`, { headers: session });
  /** The developer's session has ended by then. */
  const later = async (time: Parameters<typeof server.advance>[0]) => {
    await server.advance(time);
    Object.assign(developer, await signIn(server, developer));
  };
  const listed = async ({ client_id }: Application) => {
    const { body } = await call<{ secrets: Secret[] }>('GET', `${server.url}/api/applications/${client_id}`, {
      headers: developer.session,
    });
    return body.secrets;
  };
  const named = async (application: Application) => {
    const { body } = await call<{ items: NamedSecret[] }>('GET', hintsPath(application), {
      headers: developer.session,
    });
    return body.items;
  };
  const tryAll = (application: Application, ...secrets: string[]) =>
    Promise.all(
      secrets.map(async (client_secret) => {
        const code = await obtainCode(server, developer, application);
        return (await exchange(server, application, code, { client_secret })).status;
      }),
    );

  it('stand side by side while one replaces the other', async () => {
    const application = await register(server, developer);
    const { status, body } = await add(application);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: anyText,
      client_secret: textLike(/^csy_secret_[A-Za-z0-9_-]{49}$/),
      created_at: textLike(/Z$/),
      last_used_at: null,
    });
    expect(body.client_secret).not.toBe(application.client_secret);
    expect(await tryAll(application, application.client_secret, body.client_secret)).toEqual([200, 200]);

    const [first] = await listed(application);
    const removed = await remove(application, first!.id);
    expect({ status: removed.status, text: removed.text }).toEqual({ status: 204, text: '' });
    expect(await tryAll(application, application.client_secret, body.client_secret)).toEqual([401, 200]);
    expect((await listed(application)).map(({ id }) => id)).toEqual([body.id]);
  });

  it('are never shown again, nor anything made of them', async () => {
    const application = await register(server, developer);
    const { body: added } = await add(application);
    for (const secret of await listed(application))
      expect(Object.keys(secret).sort()).toEqual(['created_at', 'id', 'last_used_at']);
    const list = await call('GET', `${server.url}/api/applications`, { headers: developer.session });
    for (const secret of [application.client_secret, added.client_secret]) expect(list.text).not.toContain(secret);
  });

  it('are told apart by their last four characters, where they are listed', async () => {
    const application = await register(server, developer);
    const { body: added } = await add(application);
    const items = await named(application);
    const hints = [application, added].map(({ client_secret: secret }) => secret.slice(-4));
    const more = hints.map((hint) => ({ hint, name: null, expires_at: null }));
    expect(items).toEqual((await listed(application)).map((secret, at) => ({ ...secret, ...more[at] })));
    for (const { client_secret: secret } of [application, added])
      expect(JSON.stringify(items)).not.toContain(secret.slice(-6));
    await changeStored(server, 'UPDATE client_secrets SET hint = NULL WHERE id = ?', added.id);
    expect((await named(application)).map(({ hint }) => hint)).toEqual([hints[0], null]);
  });

  it('are listed to their owner alone', async () => {
    const application = await register(server, developer);
    const stranger = await signUp(server);
    expectProblem(await call('GET', hintsPath(application), { headers: stranger.session }), 404);
    expectProblem(await call('GET', hintsPath(application)), 401);
    const unknown = hintsPath({ ...application, client_id: 'unknown' });
    expectProblem(await call('GET', unknown, { headers: developer.session }), 404);
  });

  it('tell when they were used last', async () => {
    const application = await register(server, developer);
    await add(application);
    expect((await listed(application)).map((it) => it.last_used_at)).toEqual([null, null]);

    await tryAll(application, 'csy_secret_wrong');
    expect((await listed(application)).map((it) => it.last_used_at)).toEqual([null, null]);

    await tryAll(application, application.client_secret);
    const [used, unused] = await listed(application);
    expect(used!.last_used_at).toMatch(/Z$/);
    expect(unused!.last_used_at).toBeNull();

    await server.advance({ minutes: 2 });
    await tryAll(application, application.client_secret);
    const [usedAgain] = await listed(application);
    expect(Date.parse(usedAgain!.last_used_at!) - Date.parse(used!.last_used_at!)).toBeGreaterThanOrEqual(120_000);
  });

  it('are five at most, also when many are added at once', async () => {
    const application = await register(server, developer);
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(application)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(4).fill(201), ...Array<number>(6).fill(409)]);
    const secrets = await listed(application);
    expect(secrets).toHaveLength(5);

    expectProblem((await add(application)) as never, 409);
    await remove(application, secrets[2]!.id);
    expect((await add(application)).status).toBe(201);
  });

  it('have names, and a new one that replaces another takes its name unless it has its own', async () => {
    const application = await register(server, developer);
    const { body: first } = await add(application, developer, { name: 'Frankfurt' });
    const { body: next } = await replace(application, first.id);
    expect((await replace(application, next.id, { name: 'Paris' })).status).toBe(201);
    expect((await named(application)).map(({ name }) => name)).toEqual([null, 'Frankfurt', 'Frankfurt', 'Paris']);
    for (const name of ['', 'x'.repeat(61), 'two\nlines', 7])
      expectProblem(
        await call('POST', secretsPath(application), { headers: developer.session, body: { name } }),
        400,
        'name',
      );
  });

  it('work for 24 hours after another one replaced them, and are listed for a week after that', async () => {
    const application = await register(server, developer);
    const [old] = await listed(application);
    const { status, body: next } = await replace(application, old!.id);
    expect(status).toBe(201);
    const [ending, lasting] = await named(application);
    expect(lasting!.expires_at).toBeNull();
    const end = Date.parse(ending!.expires_at!);
    expect(end - Date.parse(next.created_at)).toBe(24 * 3_600_000);
    await later({ minutes: 24 * 60 - 1 });
    expect(await tryAll(application, application.client_secret, next.client_secret)).toEqual([200, 200]);
    await later({ minutes: 2 });
    expect(await tryAll(application, application.client_secret, next.client_secret)).toEqual([401, 200]);
    expect((await listed(application)).map(({ id }) => id)).toEqual([old!.id, next.id]);
    expect((await remove(application, next.id)).status).toBe(409);
    await later({ days: 7 });
    // The job that removes it runs a moment after the clock has moved.
    while ((await listed(application)).length > 1) await pause(50);
    expect((await listed(application)).map(({ id }) => id)).toEqual([next.id]);
  });

  it('are replaced once, by one request alone, and only if there is room for the new one', async () => {
    const application = await register(server, developer);
    const [old] = await listed(application);
    const answers = await Promise.all(Array.from({ length: 3 }, () => replace(application, old!.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await listed(application)).toHaveLength(2);
    const refused = await replace(application, old!.id);
    expectProblem(refused as never, 409);
    expect(refused.text).toContain('another secret replaces this one already');
    const { id } = answers.find(({ status }) => status === 201)!.body;
    for (let count = 2; count < 5; count += 1) await add(application);
    expectProblem((await replace(application, id)) as never, 409);
    expect((await named(application)).map(({ expires_at }) => expires_at === null)).toEqual([
      ...[false, true, true, true, true],
    ]);
    await later({ minutes: 24 * 60 + 1 });
    expect((await replace(application, id)).status).toBe(201);
  });

  it('are not replaced by what names none of the application', async () => {
    const [application, other] = [await register(server, developer), await register(server, developer)];
    const [theirs] = await listed(other);
    for (const id of [theirs!.id, 'unknown', ''])
      expect((await replace(application, id)) as never).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'replaces', detail: 'is not the id of a secret of this application' }] },
      });
    expect(await listed(application)).toHaveLength(1);
    expect((await named(other))[0]!.expires_at).toBeNull();
  });

  it('are never none: the last one stays, also when all are deleted at once', async () => {
    const application = await register(server, developer);
    const [only] = await listed(application);
    expectProblem(await remove(application, only!.id), 409);
    await add(application);
    await add(application);

    const ids = (await listed(application)).map(({ id }) => id);
    const statuses = (await Promise.all(ids.map((id) => remove(application, id)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 204, 409]);
    expect(await listed(application)).toHaveLength(1);
  });

  it('are deleted once, and only by their owner, and only under their application', async () => {
    const [application, other] = [await register(server, developer), await register(server, developer)];
    const stranger = await signUp(server);
    const { body: secret } = await add(application);
    await add(other);

    expectProblem(await remove(application, secret.id, stranger), 404);
    expectProblem(await remove(other, secret.id), 404);
    expectProblem(await remove(application, 'unknown'), 404);
    expectProblem((await add({ ...application, client_id: 'unknown' })) as never, 404);
    expect(await listed(application)).toHaveLength(2);
    expect((await remove(application, secret.id)).status).toBe(204);
    expectProblem(await remove(application, secret.id), 404);
  });

  it('are not for public applications', async () => {
    const application = await register(server, developer, { client_type: 'public' });
    expectProblem((await add(application)) as never, 409);
    expect(await listed(application)).toEqual([]);
  });
});

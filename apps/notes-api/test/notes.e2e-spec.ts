import { Caller } from './support/caller';
import { Issuer } from './support/issuer';
import { Service } from './support/service';

describe('notes', () => {
  let issuer: Issuer;
  let service: Service;

  beforeAll(async () => {
    issuer = await Issuer.listen();
    service = await Service.start({ AUTH_URL: issuer.url });
  });
  afterAll(async () => {
    await service.stop();
    await issuer.close();
  });

  async function callerFor(subject: string, scope = 'notes:read notes:write'): Promise<Caller> {
    return new Caller(service.url, await issuer.mint({ subject, scope, audience: service.url }));
  }

  it('keeps a note and gives it back', async () => {
    const alice = await callerFor('alice');
    const before = Date.now();
    const created = await alice.add({ text: 'milk' });
    expect(created.status).toBe(201);
    const note = (await created.json()) as { id: string; text: string; created_at: string };
    expect(note).toEqual({ id: expect.any(String) as string, text: 'milk', created_at: expect.any(String) as string });
    expect(Date.parse(note.created_at)).toBeGreaterThanOrEqual(before);
    const listed = await alice.list();
    expect(listed.status).toBe(200);
    expect(await listed.json()).toEqual({ items: [note] });
  });

  it('shows an account its own notes only', async () => {
    const [bob, carol] = [await callerFor('bob'), await callerFor('carol')];
    await bob.add({ text: 'of bob' });
    await carol.add({ text: 'of carol' });
    expect(await bob.texts()).toEqual(['of bob']);
    expect(await carol.texts()).toEqual(['of carol']);
  });

  it('stores all of 50 notes written at once', async () => {
    const dora = await callerFor('dora');
    const texts = Array.from({ length: 50 }, (_, index) => `note ${index}`);
    const answers = await Promise.all(texts.map((text) => dora.add({ text })));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 201));
    expect((await dora.texts()).sort()).toEqual(texts.sort());
  });

  it.each([
    'ü "quotes" \\ %00 <b> ☕',
    'a\nb\tc\u0000d',
    'e\u001b0f\u0000\u001b1gh',
    '😀'.repeat(8_000),
    'x'.repeat(10_000),
  ])('gives back byte for byte what it was given (%#)', async (text) => {
    const erin = await callerFor(`erin ${text.length}`);
    expect((await erin.add({ text })).status).toBe(201);
    expect(await erin.texts()).toEqual([text]);
  });

  it('wants notes:read to list', async () => {
    const answer = await (await callerFor('frank', 'notes:write')).list();
    expect(answer.status).toBe(403);
    expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer .*error="insufficient_scope".*scope="notes:read"/);
  });

  it('wants notes:write to add', async () => {
    const frank = await callerFor('frank', 'notes:read');
    const answer = await frank.add({ text: 'no' });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('WWW-Authenticate')).toContain('scope="notes:write"');
    expect(await frank.texts()).toEqual([]);
  });

  it('answers 401 without an error code when there is no token', async () => {
    const answer = await new Caller(service.url).list();
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
    expect(answer.headers.get('WWW-Authenticate')).not.toContain('error');
    expect((await new Caller(service.url).add({ text: 'no' })).status).toBe(401);
  });

  it.each([
    ['for another service', { audience: 'http://localhost:1' }],
    ['of another issuer', { issuer: 'http://localhost:2' }],
    ['expired', { issuedAt: Math.floor(Date.now() / 1000) - 14 * 24 * 3600 - 1 }],
  ])('refuses a token %s', async (_, wishes) => {
    const wish = { subject: 'grace', scope: 'notes:read', audience: service.url, ...wishes };
    const answer = await new Caller(service.url, await issuer.mint(wish)).list();
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toContain('error="invalid_token"');
  });
});

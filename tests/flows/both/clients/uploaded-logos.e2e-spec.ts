import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { textLike } from '@consentry/test-support/world/anything';
import { givenAccount, givenServer, givenSite } from '@consentry/test-support/server/given';
import { storedRows } from '@consentry/test-support/server/stored';
import { ANIMATION, JPEG, LOSSY, png, pngChunk, webp } from '@consentry/test-support/world/images';
import { expectProblem } from '@consentry/test-support/world/problem';
import { type Application, call, register, requestConsent, signUp } from '@consentry/test-support/world/world';

const PNG = png();
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

describe('the uploaded logo of an application', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const site = givenSite();

  const urlOf = ({ client_id }: Application) => `${server.url}/api/applications/${client_id}`;
  const upload = (application: Application, content: Buffer | string, headers = developer.session) =>
    call('PUT', `${urlOf(application)}/logo`, {
      headers,
      body: { image: typeof content === 'string' ? content : content.toString('base64') },
    });
  const remove = (application: Application, headers = developer.session) =>
    call('DELETE', `${urlOf(application)}/logo`, { headers });
  const viewOf = async (application: Application) =>
    (await call('GET', urlOf(application), { headers: developer.session })).body as {
      logo?: string;
      logo_uri: string | null;
    };
  const rowsOf = ({ client_id }: Application) =>
    storedRows<{ uri: string; hash: string }>(
      server,
      'SELECT l.uri, l.hash FROM client_logos l JOIN clients c ON c.id = l.client_id WHERE c.client_id = ?',
      client_id,
    );

  const fetchLogo = async (path: string) => {
    const answer = await fetch(server.url + path);
    return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
  };
  /** The job has dealt with its `logo_uri`. */
  const copied = async (application: Application) => {
    await server.advance({ minutes: 2 });
    while ((await rowsOf(application)).some(({ uri, hash }) => uri !== '' && hash === '')) await pause(50);
  };

  it.each<[string, Buffer, string, string]>([
    ['PNG', PNG, 'image/png', 'png'],
    ['JPEG', JPEG, 'image/jpeg', 'jpeg'],
    ['WebP', webp(LOSSY), 'image/webp', 'webp'],
  ])('%s is shown at once as it is, under an address of its content', async (_, image, type, extension) => {
    const application = await register(server, developer);
    const { status, body } = await upload(application, image);
    const hash = createHash('sha256').update(image).digest('base64url');
    expect([status, body['logo']]).toEqual([200, `/assets/${hash}.${extension}`]);
    expect((await requestConsent(server, developer, application))['client']).toMatchObject({ logo: body['logo'] });
    const { headers, content } = await fetchLogo(String(body['logo']));
    expect([headers.get('content-type'), content.equals(image)]).toEqual([type, true]);
  });

  it('takes the place of an earlier one, and goes with it where it is removed', async () => {
    const application = await register(server, developer);
    const first = (await upload(application, png(33))).body['logo'] as string;
    const second = (await upload(application, png(34))).body['logo'] as string;
    expect((await fetchLogo(first)).status).toBe(404);
    expect((await fetchLogo(second)).status).toBe(200);
    expect((await remove(application)).status).toBe(204);
    expect((await remove(application)).status).toBe(204);
    expect(await viewOf(application)).not.toHaveProperty('logo');
    expect((await fetchLogo(second)).status).toBe(404);
  });

  it('is the one that was set last: uploaded, or by logo_uri', async () => {
    const uri = site.answer('/logo', (response) => response.end(JPEG));
    const application = await register(server, developer, { logo_uri: uri });
    await upload(application, PNG);
    await copied(application);
    expect(await viewOf(application)).toMatchObject({ logo: textLike(/\.png$/), logo_uri: null });
    expect(site.timesFetched('/logo')).toBe(0);
    const change = (logo_uri: string | null) =>
      call('PATCH', urlOf(application), { headers: developer.session, body: { logo_uri } });
    await change(null);
    expect(await viewOf(application)).toMatchObject({ logo: textLike(/\.png$/) });
    await change(uri);
    expect(await viewOf(application)).not.toHaveProperty('logo');
    await copied(application);
    expect(await viewOf(application)).toMatchObject({ logo: textLike(/\.jpeg$/), logo_uri: uri });
    await remove(application);
    expect(await viewOf(application)).toMatchObject({ logo_uri: null });
    expect(await rowsOf(application)).toEqual([]);
  });

  it('is no longer served once its application is deleted', async () => {
    const application = await register(server, developer);
    const { body } = await upload(application, png(31));
    await call('DELETE', urlOf(application), { headers: developer.session });
    expect((await fetchLogo(String(body['logo']))).status).toBe(404);
    expect(await rowsOf(application)).toEqual([]);
    expectProblem(await upload(application, PNG), 404);
  });

  it.each<[string, Buffer | string, RegExp]>([
    ['an SVG file', SVG, /must be a PNG, JPEG or WebP image/],
    ['a page behind a picture', Buffer.concat([PNG, SVG]), /damaged/],
    ['half a picture', PNG.subarray(0, 50), /damaged/],
    ['nothing', '', /is empty/],
    ['a header of 20,000 pixels', png(20_000), /20000 x 20000 pixels; at most 1024 x 1024/],
    ['a picture that moves', png(4, 4, [ANIMATION]), /animated/],
    ['a byte more than 64 KB', png(40, 30, [pngChunk('tEXt', Buffer.alloc(65_537))]), /larger than 64 KB/],
    ['what is not base64', '<svg>', /must be base64/],
  ])('is refused where it is %s, and changes nothing', async (_, image, detail) => {
    const application = await register(server, developer);
    const { body } = await upload(application, PNG);
    const answer = await upload(application, image);
    expectProblem(answer, 400, 'image');
    expect(answer.body['errors']).toEqual([{ field: 'image', detail: textLike(detail) }]);
    expect((await viewOf(application)).logo).toBe(body['logo']);
  });

  it('is refused as a bare picture, as half a megabyte and without a body', async () => {
    const application = await register(server, developer);
    const send = (body: BodyInit | null, type: string) =>
      fetch(`${urlOf(application)}/logo`, {
        method: 'PUT',
        headers: { ...developer.session, 'content-type': type },
        body,
      });
    expect((await send(new Uint8Array(PNG), 'image/png')).status).toBe(415);
    expect((await send(`{"image":"${'A'.repeat(524_288)}"}`, 'application/json')).status).toBe(413);
    expect((await send('{}', 'application/json')).status).toBe(400);
    expect((await send('{"image":7}', 'application/json')).status).toBe(400);
  });

  it('is for its developer alone', async () => {
    const application = await register(server, developer);
    const stranger = await signUp(server);
    expectProblem(await upload(application, PNG, stranger.session), 404);
    expectProblem(await remove(application, stranger.session), 404);
    expect((await upload(application, PNG, {})).status).toBe(401);
    const foreign = { ...developer.session, origin: 'https://evil.example' };
    expect((await upload(application, PNG, foreign)).status).toBe(403);
    expect(await viewOf(application)).not.toHaveProperty('logo');
  });
});

import { DEVICE_CODE } from '@consentry/test-support/world/allowed';
import {
  askForDevice,
  beginDevice,
  decideDevice,
  poll,
  registerTelevision,
  showDevice,
} from '@consentry/test-support/world/devices';
import { givenAccount, givenServer, givenSite } from '@consentry/test-support/server/given';
import { bearer, newInitialToken, postRegistration, registerItself } from '@consentry/test-support/world/registration';
import { changeStored } from '@consentry/test-support/server/stored';
import { type Answer, call } from '@consentry/test-support/world/world';

const DEVICE = { token_endpoint_auth_method: 'none', grant_types: ['authorization_code', DEVICE_CODE] };
const REFUSED = [400, 'unauthorized_client', expect.stringContaining('DEVICE_GRANT_CLIENTS is developers')];

const errorOf = ({ status, body }: Answer<object>) => {
  const { error, error_description } = body as { error?: string; error_description?: string };
  return [status, error, error_description];
};

describe('the device grant of clients that no developer registered', () => {
  const site = givenSite();
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  const account = givenAccount(server);
  const clientOf = (client_id: string) => ({ client_id, client_secret: '', redirect_uris: [] });
  /** The whole device flow. */
  const useDevice = async (client_id: string) => {
    const device = await beginDevice(server, clientOf(client_id));
    expect((await decideDevice(server, account, device.user_code)).status).toBe(200);
    return (await poll(server, clientOf(client_id), device)).status;
  };

  it('a document that names it is taken, and refused the grant', async () => {
    const client_id = site.serve('/television', DEVICE);
    expect(errorOf(await askForDevice(server, { client_id }))).toEqual(REFUSED);
    expect(errorOf(await poll(server, clientOf(client_id), { device_code: 'x' }))).toEqual(REFUSED);
  });

  it('a client that registers itself is told so by the answer, in which the grant type is missing', async () => {
    const { client_id, grant_types } = await registerItself(server, DEVICE);
    expect(grant_types).toEqual(['authorization_code', 'refresh_token']);
    expect(errorOf(await askForDevice(server, { client_id }))).toEqual(REFUSED);
    const nothingElse = { token_endpoint_auth_method: 'none', grant_types: [DEVICE_CODE] };
    expect(errorOf(await postRegistration(server, nothingElse))).toEqual([
      400,
      'invalid_client_metadata',
      expect.stringContaining('DEVICE_GRANT_CLIENTS is developers'),
    ]);
  });

  it('nor can a registration be changed so that it has it', async () => {
    const made = await registerItself(server, { token_endpoint_auth_method: 'none' });
    const { client_id, redirect_uris } = made;
    const { status, body } = await call('PUT', made.registration_client_uri, {
      headers: bearer(made.registration_access_token),
      body: { client_id, redirect_uris, ...DEVICE },
    });
    expect([status, body['grant_types']]).toEqual([200, ['authorization_code', 'refresh_token']]);
  });

  it('one that registered with the grant before is refused it too, whatever its row says', async () => {
    const { client_id } = await registerItself(server, { token_endpoint_auth_method: 'none' });
    const grantTypes = `authorization_code refresh_token ${DEVICE_CODE}`;
    await changeStored(server, 'UPDATE clients SET grant_types = ? WHERE client_id = ?', grantTypes, client_id);
    expect(errorOf(await askForDevice(server, { client_id }))).toEqual(REFUSED);
  });

  it('applications of developers have it as before', async () => {
    expect(await useDevice((await registerTelevision(server, account)).client_id)).toBe(200);
  });

  it('an initial access token vouches for a client, also once anybody may register', async () => {
    await server.restart({ DYNAMIC_REGISTRATION: 'token' });
    const { initial_access_token: token } = await newInitialToken(server, account);
    const { body } = await postRegistration(
      server,
      { redirect_uris: ['https://tv.example/cb'], ...DEVICE },
      bearer(token),
    );
    expect(body['grant_types']).toEqual(['authorization_code', DEVICE_CODE, 'refresh_token']);
    expect(await useDevice(body.client_id)).toBe(200);
    const { client_id, redirect_uris } = body;
    const changed = await call('PUT', body.registration_client_uri, {
      headers: bearer(body.registration_access_token),
      body: { client_id, redirect_uris, ...DEVICE },
    });
    expect(changed.body['grant_types']).toEqual(['authorization_code', DEVICE_CODE, 'refresh_token']);
    await server.restart({ DYNAMIC_REGISTRATION: 'open' });
    expect(await useDevice(client_id)).toBe(200);
  });

  it('DEVICE_GRANT_CLIENTS=all gives it to everybody', async () => {
    await server.restart({ DYNAMIC_REGISTRATION: 'open', DEVICE_GRANT_CLIENTS: 'all' });
    const { client_id, grant_types } = await registerItself(server, DEVICE);
    expect(grant_types).toEqual(['authorization_code', DEVICE_CODE, 'refresh_token']);
    expect(await useDevice(client_id)).toBe(200);
    expect(await useDevice(site.serve('/radio', DEVICE))).toBe(200);
  });
});

describe('the screen of a device', () => {
  const server = givenServer({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
  const account = givenAccount(server);

  const begin = async (from: string) => {
    const { client_id } = await registerTelevision(server, account);
    const { body } = await askForDevice(server, { client_id }, { 'x-forwarded-for': from });
    return body.user_code;
  };
  const show = async (userCode: string, from: string) => {
    const session = { ...account.session, 'x-forwarded-for': from };
    return (await showDevice(server, { ...account, session }, userCode)).body;
  };

  it('says that another machine gets the access, since when it waits and from which network it began', async () => {
    const now = await server.freeze();
    const userCode = await begin('203.0.113.7');
    await server.advance({ seconds: 90 });
    expect(await show(userCode, '198.51.100.9')).toMatchObject({
      access_goes_to: 'another_device',
      device: { waiting_since: new Date(now).toISOString(), network: '203.0.113.7', same_network: false },
    });
    expect(await show(userCode, '203.0.113.7')).toMatchObject({ device: { same_network: true } });
  });

  it('takes a household of IPv6 addresses for one network', async () => {
    const userCode = await begin('2001:db8:1:2::7');
    const device = { network: '2001:db8:1:2::/64', same_network: true };
    expect(await show(userCode, '2001:db8:1:2:aaaa::1')).toMatchObject({ device });
    expect(await show(userCode, '2001:db8:1:3::7')).toMatchObject({ device: { ...device, same_network: false } });
  });

  it('says so of a device that began before networks were kept', async () => {
    const userCode = await begin('203.0.113.7');
    await changeStored(server, 'UPDATE device_codes SET network = NULL');
    expect(await show(userCode, '203.0.113.7')).toMatchObject({ device: { network: null, same_network: false } });
  });
});

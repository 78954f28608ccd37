import { resolve } from 'node:path';
import { parseCommandLine } from './command-line';
import { readDemoSettings } from './demo-settings';
import { serviceEnvironment } from './service-environment';

describe('readDemoSettings', () => {
  it('has a default for everything, below the workspace wherever it is started', () => {
    expect(readDemoSettings({ AUTH_URL: '' })).toEqual({
      authUrl: 'http://localhost:3000',
      baseUrl: 'http://localhost:3001',
      callbackUrl: 'http://localhost:8080/callback',
      appUrl: null,
      dataDir: resolve(__dirname, '../../../../data/demo'),
    });
  });

  it('keeps the data of an application with its own login apart', () => {
    const dataDir = resolve(__dirname, '../../../../data/demo-own-login');
    expect(readDemoSettings({}, { ownLogin: true })).toMatchObject({ appUrl: 'http://localhost:3002', dataDir });
    expect(readDemoSettings({}, { ownLogin: true, data: '/a' })).toMatchObject({ dataDir: '/a' });
  });

  it.each(['http://localhost:4000', 'http://127.0.0.1:4000/auth', 'http://[::1]:4000'])('takes %s', (url) => {
    expect(readDemoSettings({ AUTH_URL: url, BASE_URL: url })).toMatchObject({ authUrl: url, baseUrl: url });
  });

  it.each([
    'https://auth.example.com',
    'http://auth.example.com',
    'http://localhost.example.com',
    'http://localhost@example.com',
    'http://0.0.0.0:3000',
    'https://localhost:3000',
    "http://localhost:3000/';id;'",
    'localhost:3000',
  ])('refuses %s: it runs on this machine only', (url) => {
    expect(() => readDemoSettings({ AUTH_URL: url })).toThrow(/^AUTH_URL must begin with http:\/\/localhost/);
    expect(() => readDemoSettings({ BASE_URL: url })).toThrow(/^BASE_URL must begin with http:\/\/localhost/);
    expect(() => readDemoSettings({ CALLBACK_URL: url })).toThrow(/^CALLBACK_URL must begin with http:\/\/localhost/);
    expect(() => readDemoSettings({ APP_URL: url }, { ownLogin: true })).toThrow(/^APP_URL must begin with http:/);
  });
});

describe('a security profile', () => {
  it('is refused in one line: the demo application has a secret', () => {
    expect(() => readDemoSettings({ SECURITY_PROFILE: 'fapi2' })).toThrow(
      /^SECURITY_PROFILE=fapi2 takes no client secret/,
    );
    expect(() => readDemoSettings({ SECURITY_PROFILE: 'off' })).not.toThrow();
  });
});

describe('serviceEnvironment', () => {
  it('hands on what the caller set, but no address and no data of theirs', () => {
    const real = { DATA_DIR: '/real', DATABASE_URL: 'sqlite:/real', DATABASE_URL_FILE: '/real' };
    const env = { PATH: '/bin', PORT: '1', ...real, HOST: '0.0.0.0' };
    expect(serviceEnvironment(env, 'http://localhost:3000', { DATA_DIR: '/demo' })).toEqual({
      PATH: '/bin',
      HOST: '127.0.0.1',
      DATA_DIR: '/demo',
    });
  });

  it('listens on the address of the URL', () => {
    expect(serviceEnvironment({}, 'http://[::1]:3000', {})).toEqual({ HOST: '::1' });
  });
});

describe('parseCommandLine', () => {
  it('knows --data, --own-login and --help', () => {
    expect(parseCommandLine(['--data', 'a'])).toEqual({ help: false, data: 'a', ownLogin: false });
    expect(parseCommandLine(['--help', '--own-login'])).toEqual({ help: true, data: undefined, ownLogin: true });
  });

  it.each([[['--date', 'a']], [['a']], [['--data']]])('refuses %j in one line', (args) => {
    expect(() => parseCommandLine(args)).toThrow(/^.+; there are --own-login, --data <dir> and --help$/);
  });
});

import { resolve } from 'node:path';
import { StartError } from '../start-error';
import { type Environment, readSettings } from './settings';

function problemsOf(env: Environment): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    return (error as StartError).lines;
  }
}

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toEqual({
      authUrl: 'http://localhost:3000',
      baseUrl: 'http://localhost:3001',
      insecureHosts: [],
      routePrefix: '',
      port: 3001,
      host: '127.0.0.1',
      dataDir: resolve('data/notes-api'),
      isBehindProxy: false,
    });
  });

  it('counts an empty variable as unset', () => {
    expect(readSettings({ AUTH_URL: '', BASE_URL: '', PORT: '', HOST: '', DATA_DIR: '' })).toEqual(readSettings({}));
  });

  it.each([
    ['http://localhost:4001', 4001, ''],
    ['http://127.0.0.1:4001/a/b-c', 4001, '/a/b-c'],
    ['http://[::1]:4001', 4001, ''],
    ['http://localhost', 80, ''],
    ['https://notes.example.com', 443, ''],
    ['https://notes.example.com:8443/v1', 8443, '/v1'],
  ])('takes the port and the prefix out of %s', (url, port, routePrefix) => {
    expect(readSettings({ BASE_URL: url })).toMatchObject({ baseUrl: url, port, routePrefix });
  });

  it('lets PORT win over the port of BASE_URL', () => {
    expect(readSettings({ BASE_URL: 'https://notes.example.com', PORT: '8080' }).port).toBe(8080);
  });

  it.each([
    'notes',
    'ftp://localhost',
    'http://example.com',
    'http://localhost.example.com',
    'http://127.0.0.2:3001',
    'http://localhost:3001/',
    'https://example.com/a/',
    'https://example.com?a',
    'https://example.com?',
    'https://example.com#a',
    'https://example.com#',
    'https://user@example.com',
    'https://user:word@example.com',
    'https://Example.com',
    'HTTPS://example.com',
    'https://example.com:443',
    'https://example.com/a b',
    'https://example.com/a/../b',
    'https://example.com/:id',
    'https://example.com/a//b',
    ' https://example.com',
  ])('refuses %j as a URL', (url) => {
    expect(problemsOf({ AUTH_URL: url })).toEqual([expect.stringMatching(/^AUTH_URL m/)]);
    expect(problemsOf({ BASE_URL: url })).toEqual([expect.stringMatching(/^BASE_URL m/)]);
  });

  it.each(['0', '65536', '-1', '3001a', '1e3', ' 1', '0x50'])('refuses %j as a port', (port) => {
    expect(problemsOf({ PORT: port })).toEqual(['PORT must be a number from 1 to 65535']);
  });

  it.each(['a b', '[::1]', 'localhost:80', 'http://localhost'])('refuses %j as a host', (host) => {
    expect(problemsOf({ HOST: host })).toHaveLength(1);
  });

  it.each(['::1', '0.0.0.0', 'localhost', 'notes.internal'])('takes %j as a host', (host) => {
    expect(readSettings({ HOST: host }).host).toBe(host);
  });

  it('takes http URLs of INSECURE_HOSTS, and of no other', () => {
    const named = { AUTH_URL: 'http://auth:3000', BASE_URL: 'http://notes:3001' };
    expect(readSettings({ ...named, INSECURE_HOSTS: 'auth, notes' })).toMatchObject({
      authUrl: 'http://auth:3000',
      baseUrl: 'http://notes:3001',
      insecureHosts: ['auth', 'notes'],
    });
    expect(problemsOf({ ...named, INSECURE_HOSTS: 'auth' })).toEqual([expect.stringMatching(/^BASE_URL may use http/)]);
  });

  it('keeps its audience apart from the auth server', () => {
    expect(problemsOf({ AUTH_URL: 'http://localhost:3001' })).toEqual(['BASE_URL must differ from AUTH_URL']);
  });

  it('names every wrong setting', () => {
    const problems = problemsOf({ AUTH_URL: 'x', BASE_URL: 'y', PORT: 'z' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['AUTH_URL', 'BASE_URL', 'PORT']);
  });
});

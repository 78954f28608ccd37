import { parseDoctorLine, parseMcpDoctorLine } from './doctor-command-line';

describe('the command line of the doctors', () => {
  it('takes an issuer, with or without the slash of its empty path', () => {
    for (const url of ['https://auth.example.com', 'https://auth.example.com/'])
      expect(parseDoctorLine([url], {})).toMatchObject({ url: 'https://auth.example.com', json: false, detours: [] });
    expect(parseMcpDoctorLine(['https://mcp.example.com/?a=b'], {})?.url).toBe('https://mcp.example.com/?a=b');
  });

  it.each([
    ['a.example:443:127.0.0.1:8443', { host: 'a.example', port: '443' }, { host: '127.0.0.1', port: 8443 }],
    ['::127.0.0.1:8443', { host: '', port: '' }, { host: '127.0.0.1', port: 8443 }],
    ['[::1]:443:[2001:db8::1]:8443', { host: '::1', port: '443' }, { host: '2001:db8::1', port: 8443 }],
  ])('--connect-to %s', (text, from, to) => {
    expect(parseDoctorLine(['https://a.example', '--connect-to', text], {})?.detours).toEqual([{ from, to }]);
  });

  it.each([
    [['https://a.example#b']],
    [['https://user@a.example']],
    [['https://a.example?b=c']],
    [['ftp://a.example']],
    [['https://a.example', '--connect-to', 'a.example:127.0.0.1:1']],
  ])('refuses %j', (given) => {
    expect(() => parseDoctorLine(given, {})).toThrow(/; see npm run doctor -- --help$/);
  });

  it('tells of an option that npm kept for itself', () => {
    expect(() => parseDoctorLine(['https://a.example'], { npm_config_json: 'true' })).toThrow(
      'npm kept --json for itself',
    );
  });
});

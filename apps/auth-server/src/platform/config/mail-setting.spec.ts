import { readMailSetting } from './mail-setting';

function read(url: string | undefined, from?: string) {
  const problems: string[] = [];
  const setting = readMailSetting({ url, from }, 'auth.example.com', (name, problem) =>
    problems.push(`${name} ${problem}`),
  );
  return { setting, problems };
}

describe('MAIL_URL and MAIL_FROM', () => {
  it('may be left out: mails are files', () => expect(read(undefined)).toEqual({ setting: null, problems: [] }));

  it.each([
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, tls: 'implicit', user: null, password: null }],
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'starttls', user: null, password: null }],
    ['smtp://a%40b:p%3Aw%2F@mail.example.com:25', { port: 25, tls: 'starttls', user: 'a@b', password: 'p:w/' }],
    ['smtp://relay:25?tls=off', { host: 'relay', port: 25, tls: 'off' }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, tls: 'off' }],
    ['smtp://[::1]:2525/', { host: '::1', port: 2525, tls: 'off' }],
  ])('%s', (url, expected) => {
    const { setting, problems } = read(url);
    expect(problems).toEqual([]);
    expect(setting).toMatchObject({ ...expected, from: 'no-reply@auth.example.com' });
  });

  it.each(['mail.example.com', 'http://mail.example.com', 'smtp:mail', 'smtp://', 'smtp://a:p%zz@m', 'smtp://m/x'])(
    '%s is no MAIL_URL',
    (url) => expect(read(url).problems).toEqual([expect.stringMatching(/^MAIL_URL must be smtp:/)]),
  );

  it.each(['smtp://m?tls=no', 'smtp://m#x'])('%s is none either', (url) => expect(read(url).problems).toHaveLength(1));

  it('never repeats a password', () => {
    const [problem] = read('smtp://ada:hunter2@mail.example.com/path').problems;
    expect(problem).not.toContain('hunter2');
  });

  it.each(['no-reply@example.com', 'Photo Notes <no-reply@example.com>', 'Zoë <z@example.com>'])('%s', (from) => {
    expect(read('smtp://mail.example.com', from)).toMatchObject({ setting: { from }, problems: [] });
  });

  it.each(['nobody', 'a@b, c@d', 'a@b\r\nBcc: c@d', 'Ada <a@b', 'a@b>', '<>'])('%j is no MAIL_FROM', (from) => {
    expect(read('smtp://mail.example.com', from).problems).toHaveLength(1);
  });
});

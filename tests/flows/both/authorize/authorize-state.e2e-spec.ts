import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { authorizeUrl, call, decide } from '@consentry/test-support/world/world';

describe('state comes back byte for byte', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  /** Sends an encoded state. @returns the encoded state of the redirect. */
  async function roundTrip(encoded: string): Promise<string | undefined> {
    const url = `${authorizeUrl(server, application, { state: undefined })}&state=${encoded}`;
    const { status, body, text } = await call<{ sessionID: string }>('GET', url, { headers: account.session });
    if (status !== 200) throw new Error(`${encoded}: ${status} ${text}`);
    const { headers } = await decide(server, account, body.sessionID, { is_rejected: true });
    return /[?&]state=([^&]*)(?:&|$)/.exec(headers.get('location') ?? '')?.[1];
  }

  const chosen: [string, string][] = [
    ['one byte', 'x'],
    ['a zero', '0'],
    ['words of JSON', 'null'],
    ['ampersand and equals', 'a&b=c&state=d'],
    ['percent', '100%'],
    ['what looks encoded', '%41%zz%2541'],
    ['plus and space', 'a+b c'],
    ['quotes', `"'\`“”`],
    ['brackets and braces', '{"a":[1]}'],
    ['fragment and query signs', '#?/../\\'],
    ['line ends, tab and NUL', 'a\r\nb\tc\0d'],
    ['header injection', 'x\r\nset-cookie: a=b'],
    ['blanks around', '  x  '],
    ['UTF-8 of two, three and four bytes', 'éß漢字😀'],
    ['a composed and a decomposed letter', 'é and e\u0301'],
    ['a byte order mark', '\ufeffx'],
    ['writing from right to left', 'שלום\u202e'],
    ['the last code point', '\u{10ffff}'],
    ['2,048 bytes', '😀'.repeat(512)],
    ['script', '<script>alert(1)</script>'],
    ['SQL', `'; DROP TABLE accounts; --`],
  ];

  it.each(chosen)('%s', async (_, state) => {
    expect(await roundTrip(encodeURIComponent(state))).toBe(encodeURIComponent(state));
  });

  it('however it was encoded on the way in: what is compared is what it says', async () => {
    expect(await roundTrip('a+b')).toBe('a%20b');
    expect(await roundTrip('%61%2b')).toBe('a%2B');
    expect(await roundTrip("!'()*~")).toBe("!'()*~");
  });

  it('of any characters and any length', async () => {
    const alphabet = [
      'a',
      'Z',
      '0',
      ' ',
      '+',
      '%',
      '&',
      '=',
      '"',
      "'",
      '#',
      '?',
      '/',
      '\\',
      '\0',
      '\n',
      'é',
      '漢',
      '😀',
      '\u2028',
    ];
    // Seeded, so that a failure can be repeated.
    let seed = 20_261_120;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    const states = Array.from({ length: 100 }, () =>
      Array.from({ length: 1 + random(500) }, () => alphabet[random(alphabet.length)]).join(''),
    );
    for (let at = 0; at < states.length; at += 10)
      await Promise.all(
        states.slice(at, at + 10).map(async (state) => {
          const encoded = encodeURIComponent(state);
          expect(await roundTrip(encoded)).toBe(encoded);
        }),
      );
  });

  it('on an error redirect that is offered, too', async () => {
    for (const [, state] of chosen) {
      const { body } = await call('GET', authorizeUrl(server, application, { state, response_type: 'token' }));
      expect(body.redirect_to).toContain(`&state=${encodeURIComponent(state)}&iss=`);
    }
  });
});

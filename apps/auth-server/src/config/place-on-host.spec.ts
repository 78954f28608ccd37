import { placeOnHost } from './place-on-host';

const suffixOf = (issuer: string) => placeOnHost(new URL(issuer)).cookieSuffix;

describe('the suffix of cookies', () => {
  it.each(['https://auth.example.com', 'https://auth.example.com:443/', 'http://localhost', 'http://localhost:80'])(
    'is empty for %s, which has its host to itself',
    (issuer) => {
      expect(suffixOf(issuer)).toBe('');
    },
  );

  it('tells ports and paths of one host apart, the same at each start', () => {
    const issuers = ['http://localhost:3000', 'http://localhost:3001', 'http://localhost/a', 'http://localhost:3000/a'];
    expect(issuers.map(suffixOf)).toEqual(['_d061127e', '_7d366015', '_6a50dc85', '_80f77d6a']);
    expect(suffixOf('http://localhost:3000')).toBe(suffixOf('http://localhost:3000/'));
  });
});

import { assertGrantedResource, parseResource } from './resource-indicator';

describe('resource (RFC 8707 §2)', () => {
  it.each([
    [undefined, null],
    ['https://notes.example', 'https://notes.example'],
    ['https://notes.example https://notes.example', 'https://notes.example'],
    ['urn:notes', 'urn:notes'],
    ['https://notes.example/', 'https://notes.example'],
    ['https://notes.example/ https://notes.example', 'https://notes.example'],
    ['http://localhost:3001/', 'http://localhost:3001'],
    ['http://[::1]:3001/', 'http://[::1]:3001'],
  ])('%j names %j', (text, url) => expect(parseResource(text)).toBe(url));

  it.each(['https://a.example https://b.example', 'notes', '/notes', 'https://a.example#x'])(
    '%j names none',
    (text) => {
      expect(() => parseResource(text)).toThrow('invalid_target');
    },
  );

  it.each([
    'https://notes.example/mcp/',
    'https://notes.example//',
    'https://notes.example/?',
    'https://notes.example/?a=/',
    'https://notes.example/.',
    'https://notes.example?/',
    'HTTPS://notes.example/',
    'https://user@notes.example/',
    'https:notes.example/',
    'urn:notes/',
  ])('%s keeps its slash: its path is not a lone one (RFC 3986 §6.2.3)', (text) =>
    expect(parseResource(text)).toBe(text),
  );
});

describe('the granted resource, repeated (RFC 8707 §2.2)', () => {
  it.each([undefined, 'https://notes.example', 'https://notes.example/'])('%j is it', (text) =>
    expect(() => assertGrantedResource(text, 'https://notes.example')).not.toThrow(),
  );

  it.each([
    ['https://notes.example', 'https://notes.example//'],
    ['https://notes.example', 'https://notes.example/?'],
    ['https://notes.example', 'https://notes.example:8443/'],
    ['https://notes.example', 'https://notes.example:443/'],
    ['https://notes.example', 'https://NOTES.example/'],
    ['https://notes.example', 'http://notes.example/'],
    ['https://notes.example', 'https://notes.example.evil.example/'],
    ['https://notes.example/mcp', 'https://notes.example/mcp/'],
    ['https://notes.example/mcp', 'https://notes.example/'],
    ['https://notes.example/mcp', 'https://notes.example/MCP'],
  ])('of %s, %s is another', (granted, text) =>
    expect(() => assertGrantedResource(text, granted)).toThrow('invalid_target'),
  );
});

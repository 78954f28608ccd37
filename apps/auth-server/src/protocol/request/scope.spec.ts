import {
  defaultScope,
  formatScope,
  isScopeToken,
  narrowScope,
  parseScope,
  resolveScope,
  unionScope,
  withoutClaimless,
} from './scope';

const scope = (name: string) => ({ name, description: name });
const NOTES = { url: 'https://notes.example.com', name: 'Notes', scopes: [scope('read'), scope('write')] };
const PHOTOS = { url: 'https://photos.example.com', name: 'Photos', scopes: [scope('see')] };
const RESOURCES = [NOTES, PHOTOS];
const invalidScope = expect.objectContaining({ code: 'invalid_scope' }) as Error;

describe('scope tokens', () => {
  it.each(['a', 'notes:read', 'https://example.com/scope', '!#$%&()*+,-./[]^_`{|}~'])('%s is one', (text) =>
    expect(isScopeToken(text)).toBe(true),
  );
  it.each(['', 'a b', 'a"b', 'a\\b', 'é', 'a\n', '\u007f'])('%j is none (RFC 6749 §3.3)', (text) =>
    expect(isScopeToken(text)).toBe(false),
  );
});

describe('parseScope', () => {
  it.each([
    ['a b', ['a', 'b']],
    ['  b   a b ', ['b', 'a']],
    ['A a', ['A', 'a']],
    ['a\tb', ['a\tb']],
    ['', []],
  ])('%j', (text, names) => expect(parseScope(text)).toEqual(names));

  it('and back', () => expect(formatScope(['a', 'b'])).toBe('a b'));
});

describe('resolveScope', () => {
  it('finds the one resource', () => {
    expect(resolveScope(['write', 'read'], null, RESOURCES)).toBe(NOTES);
    expect(resolveScope(['see'], ['see'], RESOURCES)).toBe(PHOTOS);
  });

  it.each([
    ['none', [], null],
    ['unknown', ['read', 'burn'], null],
    ['of two resources', ['read', 'see'], null],
    ['not allowed', ['read', 'write'], ['read']],
    ['nothing allowed', ['read'], []],
  ])('%s is invalid_scope', (_, names, allowed) => {
    expect(() => resolveScope(names, allowed, RESOURCES)).toThrow(invalidScope);
  });

  it.each([
    ['what is unknown', ['read', 'burn', 'x'], null, 'the scope burn is unknown: see scopes_supported in the metadata'],
    ['of a long name 100 characters', ['x'.repeat(101)], null, `the scope ${'x'.repeat(100)}... is unknown`],
    ['no name with a quote', ['a"b'], null, 'a scope contains a character that is not allowed'],
    ['no name with a line end', ['a\nb'], null, 'a scope contains a character that is not allowed'],
    ['no name beyond ASCII', ['lesen\u202e'], null, 'a scope contains a character that is not allowed'],
    ['what is not allowed', ['read', 'write', 'openid'], ['read'], 'not allowed for this application: write openid'],
    ['what is of which resource', ['read', 'see'], null, 'https://notes.example.com, https://photos.example.com'],
  ])('names %s', (_, names, allowed, words) => {
    expect(() => resolveScope(names, allowed, RESOURCES)).toThrow(words);
  });
});

describe('withoutClaimless', () => {
  it.each([
    ['beside openid', ['openid', 'phone', 'read', 'address'], ['openid', 'read']],
    ['none else', ['openid', 'burn', 'Phone'], ['openid', 'burn', 'Phone']],
    ['not without openid', ['phone', 'read'], ['phone', 'read']],
  ])('leaves out phone and address %s', (_, names, left) => expect(withoutClaimless(names, () => false)).toEqual(left));

  it('keeps the one that a resource has', () =>
    expect(withoutClaimless(['openid', 'phone'], (name) => name === 'phone')).toEqual(['openid', 'phone']));
});

describe('defaultScope', () => {
  it.each([
    [null, ['read', 'write']],
    [['write'], ['write']],
    [['see', 'write'], ['write']],
    [['see'], ['see']],
  ])('of a client that may use %j is %j', (allowed, names) => expect(defaultScope(allowed, RESOURCES)).toEqual(names));

  it.each([[[]], [['unknown']]])('of one that may use %j is invalid_scope', (allowed) => {
    expect(() => defaultScope(allowed, RESOURCES)).toThrow(invalidScope);
  });
});

describe('narrowScope: asked now, of what was granted, of what is still allowed', () => {
  const [READ, WRITE, BOTH] = [['read'], ['write'], ['read', 'write']];

  it.each([
    ['all, when nothing is asked', null, BOTH, BOTH, null, BOTH],
    ['the part asked for', WRITE, BOTH, BOTH, null, WRITE],
    ['what is granted of what was asked before', BOTH, BOTH, READ, null, READ],
    ['what is still allowed', null, BOTH, BOTH, READ, READ],
    [
      'a repeated request with a scope of OpenID that was ignored',
      ['openid', 'phone'],
      ['openid'],
      ['openid'],
      null,
      ['openid'],
    ],
    ['in the order granted', ['write', 'read'], BOTH, BOTH, null, BOTH],
  ])('%s', (_, asked, everAsked, granted, allowed, expected) => {
    expect(narrowScope(asked, everAsked, granted, allowed)).toEqual(expected);
  });

  it.each([
    ['more than was ever asked', BOTH, READ, READ, null],
    ['more than was ever asked, though granted', WRITE, READ, BOTH, null],
    ['unknown', ['burn'], BOTH, BOTH, null],
    ['a scope of OpenID without openid', ['read', 'phone'], BOTH, BOTH, null],
    ['nothing', [], BOTH, BOTH, null],
    ['only what was not granted', WRITE, BOTH, READ, null],
    ['only what is not allowed any more', WRITE, BOTH, BOTH, READ],
    ['nothing left that is allowed', null, BOTH, BOTH, []],
  ])('%s is invalid_scope', (_, asked, everAsked, granted, allowed) => {
    expect(() => narrowScope(asked, everAsked, granted, allowed)).toThrow(invalidScope);
  });
});

describe('unionScope', () => {
  it('keeps the order in which they were granted', () => {
    expect(unionScope(['write'], ['read', 'write'])).toEqual(['write', 'read']);
  });
});

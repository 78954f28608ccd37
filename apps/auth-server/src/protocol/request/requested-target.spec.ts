import { resolveTarget } from './requested-target';

const scope = (name: string) => ({ name, description: name });
const NOTES = { url: 'https://notes.example.com', name: 'Notes', scopes: [scope('read'), scope('write')] };
const PHOTOS = { url: 'https://photos.example.com', name: 'Photos', scopes: [scope('see')] };
const CONTEXT = { resources: [NOTES, PHOTOS], issuer: 'https://auth.example.com' };

const codeOf = (code: string) => expect.objectContaining({ code }) as Error;

describe('resolveTarget', () => {
  it.each([
    ['scopes', { scope: 'write read' }, null, ['write', 'read'], NOTES],
    ['scopes with their resource', { scope: 'see', resource: PHOTOS.url }, null, ['see'], PHOTOS],
    ['nothing: the first resource', {}, null, ['read', 'write'], NOTES],
    ['nothing: the first that the client may use', {}, ['see', 'openid'], ['see'], PHOTOS],
    [
      'scopes of two resources beside one',
      { scope: 'read see write', resource: NOTES.url },
      null,
      ['read', 'write'],
      NOTES,
    ],
    ['one of another, not allowed', { scope: 'read see', resource: NOTES.url }, ['read'], ['read'], NOTES],
    ['one of another beside the issuer', { scope: 'openid see', resource: CONTEXT.issuer }, null, ['openid'], null],
    ['a resource alone: all there', { resource: PHOTOS.url }, null, ['see'], PHOTOS],
    ['a resource alone: all that is allowed there', { resource: NOTES.url }, ['write', 'see'], ['write'], NOTES],
    ['scopes of OpenID that tell of nothing here', { scope: 'openid phone read' }, null, ['openid', 'read'], NOTES],
    ['a resource with the slash of an empty path', { resource: `${PHOTOS.url}/` }, null, ['see'], PHOTOS],
    ['the same issuer', { scope: 'openid', resource: `${CONTEXT.issuer}/` }, null, ['openid'], null],
    ['identity scopes alone', { scope: 'openid email' }, null, ['openid', 'email'], null],
    ['identity scopes with a resource', { scope: 'openid', resource: NOTES.url }, null, ['openid'], NOTES],
    ['identity scopes with the issuer', { scope: 'openid', resource: CONTEXT.issuer }, null, ['openid'], null],
  ])('%s', (_, wanted, allowed, names, resource) => {
    expect(resolveTarget(wanted, allowed, CONTEXT)).toEqual({ scope: names, resource });
  });

  it.each([
    ['an unknown resource', { scope: 'read', resource: 'https://other.example.com' }, null, 'invalid_target'],
    ['an unknown resource alone', { resource: 'https://other.example.com' }, null, 'invalid_target'],
    ['such scopes without openid', { scope: 'read address' }, null, 'invalid_scope'],
    ['another unknown scope beside openid', { scope: 'openid burn' }, null, 'invalid_scope'],
    ['another path', { scope: 'read', resource: `${NOTES.url}//` }, null, 'invalid_target'],
    ['only scopes of another resource', { scope: 'see', resource: NOTES.url }, null, 'invalid_scope'],
    ['only scopes of a resource beside the issuer', { scope: 'see', resource: CONTEXT.issuer }, null, 'invalid_scope'],
    ['an unknown scope beside a resource', { scope: 'read burn', resource: NOTES.url }, null, 'invalid_scope'],
    [
      'a scope that is not allowed, at the resource',
      { scope: 'read write', resource: NOTES.url },
      ['read'],
      'invalid_scope',
    ],
    ['two resources', { scope: 'read', resource: `${NOTES.url} ${PHOTOS.url}` }, null, 'invalid_target'],
    ['a resource where nothing is allowed', { resource: NOTES.url }, ['see'], 'invalid_scope'],
    ['a scope that is not allowed', { scope: 'read write' }, ['read'], 'invalid_scope'],
    ['scopes of two resources', { scope: 'read see' }, null, 'invalid_scope'],
    ['blanks', { scope: '  ' }, null, 'invalid_scope'],
  ])('%s', (_, wanted, allowed, code) => {
    expect(() => resolveTarget(wanted, allowed, CONTEXT)).toThrow(codeOf(code));
  });
});

import { resolveOwnScope } from './own-scope';

const scope = (name: string) => ({ name, description: name });
const NOTES = { url: 'https://notes.example.com', name: 'Notes', scopes: [scope('read'), scope('write')] };
const PHOTOS = { url: 'https://photos.example.com', name: 'Photos', scopes: [scope('see')] };
const CONTEXT = { resources: [NOTES, PHOTOS], issuer: 'https://auth.example.com' };
const OWN = ['see', 'read', 'openid'];

describe('resolveOwnScope', () => {
  it.each([
    ['all of the first resource of which it has any', {}, ['read'], NOTES],
    ['all of the resource it names', { resource: PHOTOS.url }, ['see'], PHOTOS],
    ['the scopes it asks for', { scope: 'see' }, ['see'], PHOTOS],
  ])('%s', (_, wanted, names, resource) => {
    expect(resolveOwnScope(wanted, OWN, CONTEXT)).toEqual({ scope: names, resource });
  });

  it.each([
    ['not its own', { scope: 'write' }, OWN],
    ['of two resources', { scope: 'read see' }, OWN],
    ['an identity scope, though it stands among its own', { scope: 'openid' }, OWN],
    ['an identity scope beside others', { scope: 'read openid' }, OWN],
    ['none of its own', {}, null],
    ['an empty list', { scope: 'read' }, []],
    ['identity scopes alone', {}, ['openid']],
  ])('invalid_scope: %s', (_, wanted, own) => {
    expect(() => resolveOwnScope(wanted, own, CONTEXT)).toThrow(
      expect.objectContaining({ code: 'invalid_scope' }) as Error,
    );
  });
});

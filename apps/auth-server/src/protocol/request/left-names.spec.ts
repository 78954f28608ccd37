import { type Held, findLeftNames } from './left-names';

const NOTES = { url: 'https://notes.example.com', name: 'Notes', scopes: [{ name: 'read', description: 'Read' }] };
const OWN = { url: 'https://auth.example.com', name: 'auth', scopes: [] };

const rows: Held[] = [
  { kind: 'grants', held: 'read write openid', count: 3 },
  { kind: 'grants', held: 'write print', count: 2 },
  { kind: 'applications', held: 'write write read', count: 1 },
  { kind: 'applications', held: ' ', count: 9 },
  { kind: 'resources', held: NOTES.url, count: 3 },
  { kind: 'resources', held: OWN.url, count: 3 },
  { kind: 'resources', held: 'https://old.example.com', count: 2 },
];

describe('findLeftNames', () => {
  it('counts what holds a scope or a resource that is gone, and leaves out those of OpenID Connect and our own URL', () => {
    expect(findLeftNames(rows, [NOTES, OWN])).toEqual({
      scopes: [
        { name: 'write', grants: 5, applications: 1 },
        { name: 'print', grants: 2, applications: 0 },
      ],
      resources: [{ url: 'https://old.example.com', grants: 2 }],
    });
  });

  it('finds nothing where nothing is held', () => {
    expect(findLeftNames([], [NOTES, OWN])).toEqual({ scopes: [], resources: [] });
  });
});

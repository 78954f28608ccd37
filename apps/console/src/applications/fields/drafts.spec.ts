import type { Application } from '../../api/api';
import { type Drafts, bodyOf, draftOf } from './drafts';
import type { FieldName } from './field-table';

const APPLICATION = {
  name: 'Photo Printer',
  contacts: ['ops@example.com', 'Ada Lovelace'],
  default_max_age: 60,
  refresh_retry_window: 30,
  jwks: null,
  scopes: null,
  policy_uri: 'https://app.example.com/privacy',
  security_profile: null,
  require_pkce: false,
} as unknown as Application;

const sent = (drafts: Drafts) => bodyOf(Object.keys(drafts) as FieldName[], drafts, APPLICATION);

describe('what is typed of a field', () => {
  it.each<[FieldName, string, unknown]>([
    ['contacts', ' ops@example.com \n\n Grace Hopper\r\n', ['ops@example.com', 'Grace Hopper']],
    ['contacts', ' \n', null],
    ['default_max_age', ' 0 ', 0],
    ['default_max_age', '', null],
    ['jwks', '{"keys":[]}', { keys: [] }],
    ['policy_uri', '', null],
    ['name', ' ', ''],
    ['security_profile', 'fapi2', 'fapi2'],
  ])('%s: %j is sent as %j', (name, typed, value) =>
    expect(sent({ [name]: typed })).toEqual({ body: { [name]: value }, unreadable: [] }),
  );

  it.each<[FieldName, string]>([
    ['default_max_age', 'an hour'],
    ['default_max_age', '1.5'],
    ['default_max_age', '-1'],
    ['refresh_retry_window', ''],
    ['jwks', '{"keys": ['],
    ['jwks', '"keys"'],
  ])('%s cannot be %j', (name, typed) => expect(sent({ [name]: typed }).unreadable).toEqual([name]));

  it('is not sent where it is what the application has, or where its field is not shown', () => {
    const names = Object.keys(APPLICATION) as FieldName[];
    const drafts = Object.fromEntries(names.map((name) => [name, draftOf(name, APPLICATION)]));
    expect(sent(drafts)).toEqual({ body: {}, unreadable: [] });
    expect(bodyOf([], { require_pkce: true }, APPLICATION).body).toEqual({});
  });
});

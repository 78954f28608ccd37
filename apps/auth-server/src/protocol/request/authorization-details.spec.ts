import {
  type DetailedResource,
  assertNoDetails,
  narrowDetails,
  parseAuthorizationDetails,
} from './authorization-details';

const PAYMENT = {
  type: 'payment',
  description: 'Pay for you',
  fields: { amount: { currency: 'string', value: 'number' }, to: 'string', once: 'boolean', tags: 'string[]' },
  required: ['to'],
} as const;
const READING = { type: 'reading', description: 'Read', fields: {}, required: [] };
const BANK = { url: 'https://bank.example', authorizationDetailsTypes: [PAYMENT, READING] };
const SHOP = { url: 'https://shop.example', authorizationDetailsTypes: [{ ...READING, type: 'order' }] };
const RESOURCES: DetailedResource[] = [{ url: 'https://notes.example' }, BANK, SHOP];

const parse = (details: unknown, allowed: string[] | null = null) =>
  parseAuthorizationDetails(JSON.stringify(details), allowed, RESOURCES);
const GOOD = { type: 'payment', to: 'Ada', amount: { currency: 'EUR', value: 1.5 }, once: true, tags: ['a', 'b'] };

describe('parseAuthorizationDetails', () => {
  it('finds the one resource whose types are asked for', () => {
    expect(parse([GOOD, { type: 'reading' }])).toEqual({ details: [GOOD, { type: 'reading' }], resource: BANK });
    expect(parse([{ type: 'payment', to: 'Ada', locations: [BANK.url] }])?.resource).toBe(BANK);
    const [detail] = parse([{ type: 'payment', to: 'Ada', locations: [`${BANK.url}/`] }])?.details ?? [];
    expect(detail?.['locations']).toEqual([BANK.url]);
    expect(parseAuthorizationDetails(undefined, null, RESOURCES)).toBeNull();
  });

  it('takes what is asked for more than once as asked for once, in any order of members', () => {
    const { type, ...rest } = GOOD;
    const turned = { ...Object.fromEntries(Object.entries(rest).reverse()), type };
    const other = { ...GOOD, to: 'Eve' };
    expect(parse([GOOD, { type: 'reading' }, turned, GOOD, other])?.details).toEqual([
      GOOD,
      { type: 'reading' },
      other,
    ]);
  });

  it('takes the types that are allowed to the client', () => {
    expect(parse([{ type: 'order' }], ['order'])?.resource).toBe(SHOP);
    expect(() => parse([{ type: 'order' }], ['payment'])).toThrow('invalid_authorization_details');
    expect(() => parse([{ type: 'order' }], [])).toThrow('invalid_authorization_details');
  });

  it.each([
    ['no list', { type: 'reading' }],
    ['an empty list', []],
    ['a text', ['reading']],
    ['a list in it', [[]]],
    ['null', [null]],
    ['no type', [{ to: 'Ada' }]],
    ['a type that is no text', [{ type: 1 }]],
    ['an unknown type', [{ type: 'unknown' }]],
    ['a name that every object has', [{ type: 'constructor' }]],
    ['types of two resources', [{ type: 'reading' }, { type: 'order' }]],
    ['an unknown field', [{ ...GOOD, from: 'Bob' }]],
    ['a field that every object has', [{ ...GOOD, toString: 'x' }]],
    ['a text for an object', [{ ...GOOD, amount: '1' }]],
    ['a list for an object', [{ ...GOOD, amount: [] }]],
    ['an unknown field of an object', [{ ...GOOD, amount: { currency: 'EUR', more: 1 } }]],
    ['a text for a number', [{ ...GOOD, amount: { value: '1' } }]],
    ['a number for a text', [{ ...GOOD, to: 1 }]],
    ['null for a text', [{ ...GOOD, to: null }]],
    ['a text that reads another way', [{ ...GOOD, to: 'Ada\u202e' }]],
    ['the same in a list', [{ ...GOOD, tags: ['a', 'b\n'] }]],
    ['the same in an object', [{ ...GOOD, amount: { currency: 'E\u2066UR' } }]],
    ['a text for a boolean', [{ ...GOOD, once: 'true' }]],
    ['a text for a list', [{ ...GOOD, tags: 'a' }]],
    ['a list of numbers', [{ ...GOOD, tags: [1] }]],
    ['a required field missing', [{ type: 'payment' }]],
    ['another location', [{ ...GOOD, locations: ['https://shop.example'] }]],
    ['a location below it', [{ ...GOOD, locations: [`${BANK.url}//`] }]],
    ['a second location', [{ ...GOOD, locations: [BANK.url, 'https://shop.example'] }]],
    ['locations that are no list', [{ ...GOOD, locations: BANK.url }]],
  ])('refuses %s', (_, details) => expect(() => parse(details)).toThrow('invalid_authorization_details'));

  it.each(['', '[', '[{"type":"reading"}', 'null', '['.repeat(16_000)])('refuses what is no JSON: %j', (text) => {
    expect(() => parseAuthorizationDetails(text, null, RESOURCES)).toThrow('invalid_authorization_details');
  });

  it('refuses a number that JSON cannot tell back', () => {
    const text = '[{"type":"payment","to":"Ada","amount":{"value":1e400}}]';
    expect(() => parseAuthorizationDetails(text, null, RESOURCES)).toThrow('invalid_authorization_details');
  });

  it('refuses what is nested without end', () => {
    const text = `[{"type":"payment","to":${'['.repeat(7_000)}${']'.repeat(7_000)}}]`;
    expect(() => parseAuthorizationDetails(text, null, RESOURCES)).toThrow('invalid_authorization_details');
  });
});

it('a grant without an account has none', () => {
  expect(() => assertNoDetails({ authorization_details: '[]' })).toThrow('invalid_authorization_details');
  expect(() => assertNoDetails({})).not.toThrow();
});

describe('narrowDetails', () => {
  const granted = JSON.stringify([GOOD, { type: 'reading' }]);
  const narrow = (asked?: unknown, allowed: string[] | null = null, resource: DetailedResource | undefined = BANK) =>
    narrowDetails(asked === undefined ? undefined : JSON.stringify(asked), granted, { allowed, resource });

  it('gives all that was granted, or the part that is asked for, in any order of members', () => {
    expect(narrow()).toBe(granted);
    expect(narrow([{ type: 'reading' }])).toBe('[{"type":"reading"}]');
    const { type, ...rest } = GOOD;
    const turned = { ...Object.fromEntries(Object.entries(rest).reverse()), type };
    expect(JSON.parse(narrow([turned]) ?? '')).toEqual([GOOD]);
  });

  it('gives each once, however often it is asked for', () => {
    expect(narrow([{ type: 'reading' }, { type: 'reading' }])).toBe('[{"type":"reading"}]');
  });

  it.each([
    ['another value', [{ ...GOOD, to: 'Eve' }]],
    ['another value inside', [{ ...GOOD, amount: { currency: 'EUR', value: 2 } }]],
    ['a field more', [{ type: 'reading', locations: [BANK.url] }]],
    ['a field less', [{ type: 'payment', to: 'Ada' }]],
    ['another order of a list', [{ ...GOOD, tags: ['b', 'a'] }]],
    ['another type', [{ type: 'order' }]],
  ])('refuses %s', (_, asked) => expect(() => narrow(asked)).toThrow('invalid_authorization_details'));

  it('leaves out what is not allowed any more', () => {
    expect(narrow(undefined, ['reading'])).toBe('[{"type":"reading"}]');
    expect(narrow(undefined, [])).toBeNull();
    expect(narrowDetails(undefined, granted, { allowed: null, resource: undefined })).toBeNull();
  });

  it('where nothing was granted nothing may be asked for', () => {
    const context = { allowed: null, resource: BANK };
    expect(narrowDetails(undefined, null, context)).toBeNull();
    expect(() => narrowDetails('[{"type":"reading"}]', null, context)).toThrow('invalid_authorization_details');
  });
});

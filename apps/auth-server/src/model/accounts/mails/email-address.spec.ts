import { isEmailAddress, mailboxKeyOf } from './email-address';

describe('isEmailAddress', () => {
  it.each([
    ['ada@example.com', true],
    ['ada+notes@example.com', true],
    ['"ada"@example.com', false],
    ['"ada@example.com,b"@example.com', false],
    ['ada', false],
    [1, false],
  ])('%j: %s', (value, expected) => expect(isEmailAddress(value)).toBe(expected));
});

describe('mailboxKeyOf', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['ada+notes@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['a+da+b@example.com', 'a@example.com'],
  ])('%s is %s', (email, key) => expect(mailboxKeyOf(email)).toBe(key));
});

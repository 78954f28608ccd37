import { FORM } from '../../platform/http/edge/edge-request';
import { invalidRequest } from '../../protocol/oauth-error';
import { postedRequest } from './posted-request';

const readerOf = (text: string) => () => ({ type: FORM, text });

describe('postedRequest (OpenID Connect Core §3.1.2.1)', () => {
  it('reads a request, without secrets and what nobody knows', () => {
    const form = 'response_type=code&client_id=a&state=a+b&client_secret=s&client_assertion=j&code=c&x=y';
    expect(postedRequest(readerOf(form))).toEqual({ response_type: 'code', client_id: 'a', state: 'a b' });
  });

  it.each([
    ['request=jwt&client_id=a', { request: 'jwt', client_id: 'a' }],
    ['request_uri=urn:a&client_id=a', { request_uri: 'urn:a', client_id: 'a' }],
    ['response%5Ftype=code', { response_type: 'code' }],
    ['session_id=&response_type=code', { response_type: 'code' }],
    ['response_type=code&resource=a&resource=b', { response_type: 'code', resource: 'a b' }],
  ])('%s is one', (form, request) => expect(postedRequest(readerOf(form))).toEqual(request));

  it.each([
    '',
    'session_id=a&is_rejected=false',
    'session_id=a&response_type=code',
    'response_type=code&session_id=a',
    'response_type=code&session%5Fid=a',
    'response_type=&request',
    'is_rejected=false',
    'response_types=code',
    '%ZZ=code',
  ])('%j is none', (form) => expect(postedRequest(readerOf(form))).toBeNull());

  it('neither is a body that cannot be read', () => {
    const refuse = () => {
      throw invalidRequest('too large');
    };
    expect(postedRequest(refuse)).toBeNull();
  });

  it.each([
    ['a name twice', 'response_type=code&state=a&state=a'],
    ['a telling name twice', 'response_type=code&response_type=code'],
    ['no UTF-8', 'response_type=code&x=%ff'],
    ['a long value', `response_type=code&state=${'x'.repeat(2049)}`],
  ])('the form rules hold: %s', (_, form) => {
    expect(() => postedRequest(readerOf(form))).toThrow('invalid_request');
  });
});

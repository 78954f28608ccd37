import { parseConsentDecision } from './consent-decision';

const refusal = (members: object) => expect.objectContaining(members) as Error;

const ASKED = ['notes:read', 'notes:write'];

describe('parseConsentDecision', () => {
  it.each(['true', '1'])('%s refuses', (is_rejected) => {
    expect(parseConsentDecision({ is_rejected }, ASKED)).toEqual({ rejected: true });
  });

  it.each(['false', '0'])('%s approves all that was asked', (is_rejected) => {
    expect(parseConsentDecision({ is_rejected }, ASKED)).toEqual({ rejected: false, scope: ASKED });
  });

  it('approves a part, in the order asked', () => {
    const decision = parseConsentDecision({ is_rejected: '0', scope: 'notes:write  notes:read notes:write' }, ASKED);
    expect(decision).toEqual({ rejected: false, scope: ASKED });
    expect(parseConsentDecision({ is_rejected: '0', scope: 'notes:write' }, ASKED)).toMatchObject({
      scope: ['notes:write'],
    });
  });

  it.each([undefined, '', 'TRUE', 'yes', 'null', ' true', '2', '01'])('is_rejected %j is invalid_request', (value) => {
    const parameters = value === undefined ? {} : { is_rejected: value };
    expect(() => parseConsentDecision(parameters, ASKED)).toThrow(refusal({ code: 'invalid_request' }));
  });

  it.each([' ', 'notes:burn', 'notes:read notes:burn', 'Notes:read'])('scope %j is invalid_scope', (scope) => {
    for (const is_rejected of ['true', 'false'])
      expect(() => parseConsentDecision({ is_rejected, scope }, ASKED)).toThrow(refusal({ code: 'invalid_scope' }));
  });
});

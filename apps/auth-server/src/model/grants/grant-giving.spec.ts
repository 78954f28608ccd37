import { ENGINES } from '../../../test/engines';
import { account, client } from '../../../test/row-factory';
import { insertRows } from '../../../test/stored-rows';
import { all } from '../../platform/database/sql';
import { giveGrant } from './grant-giving';

const REFUSED = { subject: 'ada', client_id: 'c1', at: 1, expires_at: 9 };

describe.each(ENGINES)('a grant that is given anew, on $engine', ({ open }) => {
  it('begins after what is refused of one whose row is gone, and of no other', async () => {
    const database = await open();
    await insertRows(database, {
      accounts: [account('ada'), account('bob')],
      clients: [client(1), client(2)],
      revocations: [
        { kind: 'grant', below: 2, ...REFUSED },
        { kind: 'grant', below: 4, ...REFUSED },
        { kind: 'reissue', below: 7, ...REFUSED },
        { kind: 'client', below: 1_700_000_000, ...REFUSED },
      ],
    });
    const give = (accountId: string, clientId: number) =>
      database.units.write(() => giveGrant({ accountId, clientId, scope: ['a'], sessionId: null }, 5));
    expect(await give('ada', 1)).toMatchObject({ epoch: 4 });
    expect(await give('ada', 2)).toMatchObject({ epoch: 0 });
    expect(await give('bob', 1)).toMatchObject({ epoch: 0 });
    const counters = 'SELECT epoch, reissues FROM grants ORDER BY reissues DESC';
    expect(await database.units.read(() => all(counters))).toEqual([
      { epoch: 4, reissues: 7 },
      { epoch: 0, reissues: 0 },
      { epoch: 0, reissues: 0 },
    ]);
    await database.destroy();
  });
});

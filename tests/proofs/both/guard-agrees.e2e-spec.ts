import { EndingWorld, type Issued } from '../support/ending-world';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { type ServiceProcess, startProcesses } from '@consentry/test-support/server/processes';
import { Random } from '@consentry/test-support/world/random';
import { twoResources } from '@consentry/test-support/world/two-resources';
import { SIZE } from '@consentry/test-support/run/sizes';

/** Milliseconds after which the guard must say what introspection says: what is promised is one second. */
const ALLOWED = 5_000;

/** Actions at once. */
const CALLERS = 6;

describe('the guard accepts what introspection calls active', () => {
  let servers: ServiceProcess[];
  let service: GuardedService;

  beforeAll(async () => {
    servers = await startProcesses(2, { env: twoResources() });
    service = await GuardedService.start(servers[0]!.url);
  });
  afterAll(async () => {
    await service.stop();
    for (const { process } of servers) await process.stop();
  });

  /** The tokens on which they differ, each once more until that time has passed. */
  async function differing(world: EndingWorld, reader = service): Promise<Issued[]> {
    const since = performance.now();
    const isJudgedAlike = async (issued: Issued): Promise<boolean> => {
      const isLast = performance.now() - since > ALLOWED;
      const [active, accepted] = [await world.introspect(issued), await reader.accepts(issued.text)];
      if (active === accepted) return true;
      return isLast ? false : isJudgedAlike(issued);
    };
    const judged = await Promise.all(world.issued.map(isJudgedAlike));
    return world.issued.filter((_, at) => !judged[at]);
  }

  it.each(Array.from({ length: SIZE.agreements }, (_, seed) => seed))(
    'after any interleaving of issues and endings (seed %i)',
    async (seed) => {
      const world = await EndingWorld.begin(servers, new Random(seed));
      for (let round = 0; round < 8; round += 1) {
        await Promise.all(Array.from({ length: CALLERS }, () => world.act()));
        expect(await differing(world)).toEqual([]);
      }
      // It has nothing but what is listed now, after rows were replaced by wider ones.
      const begun = await GuardedService.start(servers[0]!.url);
      expect(await differing(world, begun)).toEqual([]);
      await begun.stop();
      // A world in which nothing was issued, or nothing ended, would prove nothing.
      const alive = await Promise.all(world.issued.map((issued) => world.introspect(issued)));
      expect(world.issued.length).toBeGreaterThan(12);
      expect(alive).toContain(false);
    },
  );
});

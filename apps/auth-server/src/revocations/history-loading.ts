import type { Clock } from '../config/clock';
import { OVERLAP, SeenVersions } from '../protocol/revocation/seen-versions';
import { LATE, PublishedEntries } from './published-entries';
import { PAGE, type RevocationRepository } from './revocation.repository';

/** What a process knows of the published entries. */
export interface History {
  entries: PublishedEntries;
  seen: SeenVersions;
  /** By the monotonic clock. */
  loadedAt: number;
}

/** Reads all entries; the process does other work meanwhile. */
export async function loadHistory(repository: RevocationRepository, clock: Clock): Promise<History> {
  const loadedAt = clock.elapsed();
  const longAgo = clock.now() - LATE;
  let page = await repository.readAfter(0);
  const entries = new PublishedEntries(page.log);
  let [newest, known] = [0, 0];
  for (;;) {
    await entries.add(page.rows);
    newest = page.rows.at(-1)?.version ?? newest;
    known = page.rows.findLast(({ at }) => at <= longAgo)?.version ?? known;
    if (page.rows.length < PAGE) break;
    page = await repository.readAfter(newest);
    if (page.log !== entries.log) return loadHistory(repository, clock);
  }
  const seen = new SeenVersions(repository.isInOrder);
  seen.settle(repository.isInOrder ? newest : Math.min(known, newest - OVERLAP));
  for (const version of entries.versions()) seen.add(version, loadedAt);
  return { entries, seen, loadedAt };
}

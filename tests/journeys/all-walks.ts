import { otherWalks } from './other-walks.ts';
import { rowWalks } from './row-walks.ts';
import type { Stage } from './stage.ts';
import type { KnownWalk } from './try-mutants.ts';
import { outcomeWalks, take } from './walks.ts';

/** Takes every walk that the project's documents give rise to. */
export async function takeAll(stage: Stage): Promise<readonly KnownWalk[]> {
  const { site, document } = stage;
  const known: KnownWalk[] = [];
  for (const walk of [...outcomeWalks(document), ...otherWalks(site, document), ...rowWalks(document)])
    known.push({ walk, walked: await take(walk, stage) });
  return known;
}

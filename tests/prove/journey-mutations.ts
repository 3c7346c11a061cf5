import { takeAll } from '#tests/journeys/all-walks.ts';
import { type MutantKind, mutants } from '#tests/journeys/mutants.ts';
import { Stage } from '#tests/journeys/stage.ts';
import { type Tried, tryMutants } from '#tests/journeys/try-mutants.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

export const journeyMutations: Proof = {
  summary:
    'Breaks the document of the journey, one transition, alternative, screen, refusal, way, address or step at a time: walks or the check notice each.',
  runs: 1,
  run,
};

async function run({ progress }: ProofContext): Promise<ProofResult> {
  const stage = await Stage.open();
  try {
    const begun = performance.now();
    const known = await takeAll(stage);
    const seconds = Math.round((performance.now() - begun) / 1000);
    const failed = known.filter(({ walked }) => walked.differences.length > 0);
    const all = mutants(stage.document);
    const tried = await tryMutants(stage, all, known, (done) => progress(done, all.length));
    return {
      found: [
        ['Walks', known.length],
        ['Seconds of the walks alone', seconds],
        ...table(tried),
        ['Broken, noticed', share(tried, ({ killer }) => killer !== null)],
        ['By walks', tried.filter(({ by }) => by === 'walk').length],
        ['By `npm run check` alone', tried.filter(({ by }) => by === 'rule').length],
      ],
      broken: [
        ...failed.map(({ walked: { name, differences } }) => `${name}: ${differences.join('; ')}`),
        ...tried.filter(({ killer }) => killer === null).map(({ mutant }) => `${mutant.name}: unnoticed`),
      ],
    };
  } finally {
    await stage.close();
  }
}

/** Noticed of all, by kind. */
function table(tried: readonly Tried[]): (readonly [string, string])[] {
  const kinds = [...new Set(tried.map(({ mutant }): MutantKind => mutant.kind))];
  return kinds.map((kind) => {
    const own = tried.filter(({ mutant }) => mutant.kind === kind);
    return [`Broken: ${kind}, noticed`, share(own, ({ killer }) => killer !== null)] as const;
  });
}

function share(tried: readonly Tried[], isCounted: (each: Tried) => boolean): string {
  return `${tried.filter(isCounted).length} of ${tried.length}`;
}

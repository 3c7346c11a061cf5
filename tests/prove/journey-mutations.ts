import { takeAll } from '#tests/journeys/all-walks.ts';
import { type MutantKind, mutants } from '#tests/journeys/mutants.ts';
import { Stage } from '#tests/journeys/stage.ts';
import { noticeTogether, type Tried, tryMutants } from '#tests/journeys/try-mutants.ts';
import { unnoticed } from '#tests/journeys/unreached.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

export const journeyMutations: Proof = {
  summary:
    'Breaks the document of the journey, one transition, alternative, screen, refusal, way, address or step at a time: walks notice each.',
  runs: 1,
  run,
};

async function run({ progress }: ProofContext): Promise<ProofResult> {
  const stage = await Stage.open();
  try {
    const known = await takeAll(stage);
    const failed = known.filter(({ walked }) => walked.differences.length > 0);
    const all = mutants(stage.document);
    const tried = await tryMutants(stage, all, known, (done) => progress(done, all.length));
    const unwalked = tried.filter(({ isWalked }) => !isWalked).map(({ mutant }) => mutant);
    const noticed = unwalked.length === 0 ? null : await noticeTogether(stage, unwalked, known);
    return {
      found: [
        ['Walks', known.length],
        ...table(tried),
        ['Broken where nobody walks', unwalked.length],
        ['Unnoticed, for a reason that is known', tried.filter(isKnown).length],
        ['All of these at once noticed by', noticed ?? 'nobody'],
      ],
      broken: [
        ...failed.map(({ walked: { name, differences } }) => `${name}: ${differences.join('; ')}`),
        ...tried
          .filter(({ mutant, killer }) => killer === null && !Object.hasOwn(unnoticed, mutant.place))
          .map(({ mutant, isWalked }) => `${mutant.name}: ${isWalked ? 'unnoticed' : 'nobody walks there'}`),
      ],
    };
  } finally {
    await stage.close();
  }
}

const isKnown = ({ killer, mutant: { place } }: Tried): boolean => killer === null && Object.hasOwn(unnoticed, place);

/** Noticed of all, by kind. */
function table(tried: readonly Tried[]): (readonly [string, string])[] {
  const kinds = [...new Set(tried.map(({ mutant }): MutantKind => mutant.kind))];
  return kinds.map((kind) => {
    const own = tried.filter(({ mutant }) => mutant.kind === kind);
    const killed = own.filter(({ killer }) => killer !== null);
    return [`Broken: ${kind}, noticed`, `${killed.length} of ${own.length}`] as const;
  });
}

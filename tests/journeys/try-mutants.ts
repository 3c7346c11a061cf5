import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { Mutant } from './mutants.ts';
import type { Stage } from './stage.ts';
import { take, type Walk, type Walked } from './walks.ts';

/** What became of a mutant: the walk that failed, or `null` when none did. */
export interface Tried {
  readonly mutant: Mutant;
  readonly killer: string | null;
  /** Whether any walk goes over what it breaks. */
  readonly isWalked: boolean;
}

/** A walk, and what it went over in the project's own document. */
export interface KnownWalk {
  readonly walk: Walk;
  readonly walked: Walked;
}

/** Shows the server each mutant, and has those walk who go over what it breaks until one of them notices. */
export async function tryMutants(
  stage: Stage,
  mutants: readonly Mutant[],
  known: readonly KnownWalk[],
  progress: (done: number) => void = () => undefined,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const mutant of mutants) {
    const over = known.filter((each) => goesOver(each, mutant, stage.document));
    const killer = await firstThatNotices(stage, mutant.apply(stage.document), over);
    tried.push({ mutant, killer, isWalked: over.length > 0 });
    progress(tried.length);
  }
  return tried;
}

/** Everything that survived alone, broken at once: whether anybody at all notices. */
export function noticeTogether(
  stage: Stage,
  mutants: readonly Mutant[],
  known: readonly KnownWalk[],
): Promise<string | null> {
  // From the end, so that what is taken out of a list leaves the places before it.
  const all = mutants.toReversed().reduce((document, { apply }) => apply(document), stage.document);
  return firstThatNotices(stage, all, known);
}

async function firstThatNotices(
  stage: Stage,
  document: JourneyDocument,
  walks: readonly KnownWalk[],
): Promise<string | null> {
  await stage.show(document);
  try {
    for (const { walk } of walks) {
      const { differences } = await take(walk, stage);
      if (differences.length > 0) return walk.name;
    }
    return null;
  } finally {
    await stage.show(stage.document);
  }
}

function goesOver({ walked }: KnownWalk, { place }: Mutant, document: JourneyDocument): boolean {
  const [part, name = '', third = '', fourth = ''] = place.split('.');
  if (part === 'forms' && third === '') return walked.forms.includes(name);
  if (part === 'machines' && third === 'transitions') {
    const { from = [], on = '' } = document.machines[name]?.transitions[Number(fourth)] ?? {};
    return from.some((state) => walked.counts.includes(`${name}: ${state} ${on}`));
  }
  return walked.covers.some((covered) => covered === place || covered.startsWith(`${place}.`));
}

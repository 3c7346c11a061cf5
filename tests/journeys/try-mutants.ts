import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { checkJourney } from './check-journey.ts';
import type { Mutant } from './mutants.ts';
import type { Stage } from './stage.ts';
import { take, type Walk, type Walked } from './walks.ts';

/** What became of a mutant. */
export interface Tried {
  readonly mutant: Mutant;
  /** The walk that failed, or else the rule that refuses the document before anybody is served; `null` when nothing notices. */
  readonly killer: string | null;
  readonly by: 'walk' | 'rule' | null;
}

/** A walk, and what it went over in the project's own document. */
export interface KnownWalk {
  readonly walk: Walk;
  readonly walked: Walked;
}

/**
 * Shows the server each mutant, and has those walk who go over what it breaks until one of them notices. What code does whatever is
 * written, and what only the drawing says, no walk can distinguish: `npm run check` has to refuse it.
 */
export async function tryMutants(
  stage: Stage,
  mutants: readonly Mutant[],
  known: readonly KnownWalk[],
  progress: (done: number) => void = () => undefined,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const mutant of mutants) {
    const over = known.filter((each) => goesOver(each, mutant, stage.document));
    const document = mutant.apply(stage.document);
    const walk = await firstThatNotices(stage, document, over);
    const killer = walk ?? (await ruleThatRefuses(document));
    tried.push({ mutant, killer, by: walk === null ? (killer === null ? null : 'rule') : 'walk' });
    progress(tried.length);
  }
  return tried;
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

async function ruleThatRefuses(document: JourneyDocument): Promise<string | null> {
  const result = await checkJourney(document);
  return result.ok ? null : (result.findings.find(({ severity }) => severity === 'error')?.rule ?? null);
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

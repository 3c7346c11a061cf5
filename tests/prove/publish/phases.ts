import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readVisitorId } from '#engine/shared/experiment-cookies.ts';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import type { Stage } from '../parts/stage.ts';
import type { Publisher } from './publisher.ts';
import { readNumbers } from './readers.ts';

/** A landing whose footer names the number of its publication, in an experiment with a variant that has another title. */
const PATH = '/en/viral';
const KEY = 'proof';
const FILES: Readonly<Record<string, (phase: number) => object>> = {
  'pages-config/landings/viral-proof.json': () => ({
    $schema: '../../schemas/generated/editor/landing.schema.json',
    version: 4,
    extends: 'landings/viral',
    changes: [{ op: 'document', set: { meta: { title: 'registration.lean.meta' } } }],
  }),
  [`pages-config/experiments/${KEY}.json`]: (phase) => ({
    $schema: '../../schemas/generated/editor/experiment.schema.json',
    version: 4,
    status: 'live',
    hypothesis: 'Another title changes nothing.',
    document: 'landings/viral',
    phase,
    variations: [
      { key: 'control', weight: 50 },
      { key: 'other', variant: 'landings/viral-proof', weight: 50 },
    ],
  }),
};
/** Title of the variant. */
const OTHER = 'Begin with your email';

/** Milliseconds between two visitors. */
const VISITOR_EVERY = 25;
/** Milliseconds of visitors between two publications: longer than the 2 s for which the cache of nginx may send the page of the previous one. */
const PAUSE = 3_500;
/** Milliseconds after which the nodes have written their exposures. */
const WRITTEN = 3_000;

interface Visit {
  /** Number in the text of the page; `null` for the text of the build. */
  readonly content: number | null;
  /** Revision, from the header of the page. */
  readonly revision: number;
  readonly variation: string;
}

interface PhasesPlace {
  readonly stage: Stage;
  /** Of the balancer. */
  readonly origin: string;
  readonly publisher: Publisher;
  readonly rounds: number;
  /** The number in texts after which those of this part begin. */
  readonly after: number;
}

interface PhasesOutcome {
  readonly visitors: number;
  readonly exposures: number;
  readonly phases: number;
  readonly broken: readonly string[];
}

/**
 * Publishes the start of an experiment, a change in a new phase, and a roll-back to before its start, in turn, while visitors arrive: each
 * exposure belongs to one phase, and each phase has one content (row X17).
 */
export async function rollBackAcrossStart(place: PhasesPlace): Promise<PhasesOutcome> {
  const { stage, origin, publisher, rounds, after } = place;
  const arrivals = startArrivals(origin, stage.environment['SECRET'] ?? '');
  /** Phases of the experiment by revision; it does not exist in others. */
  const phases = new Map<number, number>();
  let number = after;
  const publish = async (files: Parameters<Publisher['draft']>[1] = {}, newPhases: readonly string[] = []) => {
    number += 1;
    const draft = await publisher.draft(number, files);
    const { revision } = await publisher.publish(draft, `phases-${number}`, { newPhases });
    return revision;
  };
  try {
    for (let phase = 1; phase < 2 * rounds; phase += 2) {
      const before = await publish();
      await sleep(PAUSE);
      const files = Object.entries(FILES).map(([path, write]) => [path, () => JSON.stringify(write(phase))] as const);
      phases.set(await publish(Object.fromEntries(files)), phase);
      await sleep(PAUSE);
      phases.set(await publish({}, [KEY]), phase + 1);
      await sleep(PAUSE);
      await publisher.restore(before, `phases-back-${number}`);
      await sleep(PAUSE);
    }
  } finally {
    await arrivals.stop();
  }
  await sleep(WRITTEN);
  return judge(stage, arrivals.visits, phases);
}

/** New visitors with consent at a pace of their own, by their ids. */
function startArrivals(
  origin: string,
  secret: string,
): { readonly visits: ReadonlyMap<string, Visit>; stop(): Promise<void> } {
  const visits = new Map<string, Visit>();
  const running = new Set<Promise<void>>();
  const headers = {
    'user-agent': CHROME,
    cookie: `vitrine_consent=${consentCookies(['statistics'], Date.now(), secret).vitrine_consent}`,
  };
  const visit = async (): Promise<void> => {
    const response = await fetch(origin + PATH, { headers, signal: AbortSignal.timeout(15_000) });
    const html = await response.text();
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('vitrine_visitor='));
    const id = readVisitorId(cookie?.split(/[=;]/)[1])?.id;
    if (response.status !== 200 || id === undefined) return;
    visits.set(id, {
      content: readNumbers(html).footer,
      revision: Number(response.headers.get('x-site-published')),
      variation: html.includes(`<title>${OTHER}`) ? 'other' : 'control',
    });
  };
  const timer = setInterval(() => {
    // A visitor without an answer has no page that an exposure could contradict.
    const one = visit()
      .catch(() => undefined)
      .finally(() => running.delete(one));
    running.add(one);
  }, VISITOR_EVERY);
  return {
    visits,
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

async function judge(
  stage: Stage,
  visits: ReadonlyMap<string, Visit>,
  phases: ReadonlyMap<number, number>,
): Promise<PhasesOutcome> {
  const backend = await stage.backend();
  const rows = await backend.ports.database.db
    .selectFrom('exposure_rows')
    .select(['anonymous_id', 'phase', 'variation', 'revision'])
    .where('experiment', '=', KEY)
    .execute()
    .finally(() => backend.close());
  const broken: string[] = [];
  const contents = new Map<number, Set<string>>();
  for (const [id, own] of Map.groupBy(rows, (row) => row.anonymous_id)) {
    const seen = visits.get(id);
    const [row] = own;
    if (row === undefined || own.length > 1) broken.push(`A visitor of one page has ${own.length} exposures.`);
    if (row === undefined || seen === undefined) continue;
    const phase = phases.get(seen.revision);
    if (phase !== row.phase)
      broken.push(
        `An exposure of phase ${row.phase} was a page of revision ${seen.revision}, of phase ${phase ?? 'none'}.`,
      );
    if (seen.variation !== row.variation)
      broken.push(`An exposure of the variation "${row.variation}" was a page of "${seen.variation}".`);
    contents.set(row.phase, (contents.get(row.phase) ?? new Set()).add(`${seen.content} of ${row.revision}`));
  }
  for (const [phase, texts] of contents)
    if (texts.size !== 1) broken.push(`Phase ${phase} has several contents: ${[...texts].join(', ')}.`);
  for (const phase of phases.values()) if (!contents.has(phase)) broken.push(`Phase ${phase} has no exposure.`);
  return { visitors: visits.size, exposures: rows.length, phases: contents.size, broken };
}

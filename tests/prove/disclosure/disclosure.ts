import { isDeepStrictEqual } from 'node:util';
import type { Backend } from '#server/app/backend.ts';
import {
  type EntryPoint,
  isReached,
  prepareEntryPoints,
  type Side,
  sides,
  type Answered,
} from '#tests/helpers/disclosure-entry-points.ts';
import { type Stage, setStage } from '../parts/stage.ts';
import { holm, kolmogorovSmirnov, welch } from '../parts/two-samples.ts';
import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import { naiveRegister } from './naive-register.ts';

const ALPHA = 0.001;
/** Tries under way at a time: they wait for the floor, not for each other. */
const LANES = 4;

type Times = Readonly<Record<Side, number[]>>;

/** ACCOUNT_ENUMERATION=prevent: outsiders cannot distinguish members from strangers. */
export const disclosure: Proof = {
  summary:
    'Asks every form for members and for strangers, interleaved, where only the mail may say so: bytes, cookies, places and times are alike, beside a naive control that reveals them. "--runs" is the tries of each.',
  runs: 500,
  run,
};

const engines = ['sqlite', 'postgres'] as const;
type Engine = (typeof engines)[number];

async function run(context: ProofContext): Promise<ProofResult> {
  const results: ProofResult[] = [];
  for (const [index, engine] of engines.entries()) {
    const progress: ProofContext['progress'] = (done, total = 0) =>
      context.progress(index * total + done, engines.length * total);
    const { found, broken } = await runOn(engine, { ...context, progress });
    results.push({
      found: found.map(([name, figure]) => [`${engine}, ${name}`, figure]),
      broken: broken.map((promise) => `${engine}: ${promise}`),
    });
  }
  return { found: results.flatMap(({ found }) => found), broken: results.flatMap(({ broken }) => broken) };
}

async function runOn(engine: Engine, context: ProofContext): Promise<ProofResult> {
  const { runs, progress } = context;
  const stage = await setStage(engine);
  const server = await stage.serve({
    ENVIRONMENT: 'production',
    LOG_LEVEL: 'error',
    ACCOUNT_ENUMERATION: 'prevent',
  });
  const backend = await stage.backend();
  const broken: string[] = [];
  const times: [string, Times][] = [];
  try {
    const { entryPoints, places } = await prepareEntryPoints(backend, {
      origin: server.origin,
      publicOrigin: server.origin,
      tries: runs,
      now: Date.now,
    });
    let done = 0;
    for (const entryPoint of entryPoints) {
      const answers = await askInterleaved(entryPoint, context, () =>
        progress((done += 1), 2 * runs * (entryPoints.length + 1)),
      );
      broken.push(...differences(entryPoint, answers));
      times.push([entryPoint.name, listTimes(answers)]);
      await pass(backend);
    }
    const { known, other } = await places();
    if (!isDeepStrictEqual(known, other))
      broken.push(`Places differ: ${JSON.stringify(known)} for members, ${JSON.stringify(other)} for strangers.`);
    const control = await naive(stage, context, () => progress((done += 1), 2 * runs * (entryPoints.length + 1)));
    return verdict(times, control, broken, runs);
  } finally {
    await backend.close();
    await server.kill();
    await stage.close();
  }
}

function verdict(times: readonly [string, Times][], control: Times, broken: string[], runs: number): ProofResult {
  const tests = times.flatMap(([name, { known, other }]) => [
    { name, what: 'KS', probability: kolmogorovSmirnov(known, other) },
    { name, what: 'Welch', probability: welch(known, other) },
  ]);
  const significant = holm(
    tests.map(({ probability }) => probability),
    ALPHA,
  );
  for (const [index, { name, what, probability }] of tests.entries())
    if (significant[index])
      broken.push(`${name}: ${what} reveals members by time (p = ${probability.toExponential(1)}).`);
  const naiveOnes = [kolmogorovSmirnov(control.known, control.other), welch(control.known, control.other)];
  if (!holm(naiveOnes, ALPHA).every(Boolean))
    broken.push('The naive control does not reveal members by time: the proof sees nothing.');
  return {
    found: [
      ['Tries of each, members and strangers', runs],
      ...times.map(([name, { known, other }]): [string, string] => [
        `${name}: median ms, members | strangers`,
        `${median(known)} | ${median(other)}`,
      ]),
      ...tests.map(({ name, what, probability }): [string, string] => [`${name}: p by ${what}`, shown(probability)]),
      ['naive control: median ms', `${median(control.known)} | ${median(control.other)}`],
      ['naive control: p by KS | Welch', naiveOnes.map(shown).join(' | ')],
    ],
    broken,
  };
}

const shown = (probability: number): string =>
  probability < 0.001 ? probability.toExponential(1) : probability.toFixed(3);

const median = (values: readonly number[]): string =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(2);

/** Members and strangers in an order that only the seed knows. */
function chooseOrder({ runs, random }: ProofContext): readonly (readonly [Side, number])[] {
  return Array.from({ length: runs }, (_, number) => {
    const turn = random() < 0.5 ? sides : sides.toReversed();
    return turn.map((side) => [side, number] as const);
  }).flat();
}

async function askInterleaved(
  entryPoint: EntryPoint,
  context: ProofContext,
  onDone: () => void,
): Promise<Readonly<Record<Side, Answered[]>>> {
  const answers: Record<Side, Answered[]> = { known: [], other: [] };
  const left = [...chooseOrder(context)];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [side, number] = next;
      answers[side].push(await entryPoint.ask(side, number));
      onDone();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return answers;
}

const listTimes = (answers: Readonly<Record<Side, readonly Answered[]>>): Times => ({
  known: answers.known.map(({ milliseconds }) => milliseconds),
  other: answers.other.map(({ milliseconds }) => milliseconds),
});

/** Every answer is like the first one. */
function differences(entryPoint: EntryPoint, answers: Readonly<Record<Side, readonly Answered[]>>): readonly string[] {
  const [first, ...others] = [...answers.known, ...answers.other].map(({ milliseconds: _when, ...seen }) => seen);
  const { name } = entryPoint;
  if (first === undefined || !isReached(entryPoint, first))
    return [`${name}: the use case was not reached, so nothing is proved.`];
  const other = others.find((seen) => !isDeepStrictEqual(seen, first));
  return other === undefined ? [] : [`${name}: ${JSON.stringify(first)} is not ${JSON.stringify(other)}.`];
}

/** Mails of a minute ago: anyone who asks again has not asked just now. */
async function pass({ ports: { database } }: Backend): Promise<void> {
  const at = new Date(Date.now() - 60_000).toISOString();
  await database.db.updateTable('outbox').set({ created_at: at }).execute();
}

/** How long a registration takes that looks the account up and stops there when there is one. */
async function naive(stage: Stage, context: ProofContext, onDone: () => void): Promise<Times> {
  const backend = await stage.backend();
  const times: Record<Side, number[]> = { known: [], other: [] };
  try {
    for (const [side, number] of chooseOrder(context)) {
      const started = performance.now();
      await naiveRegister(
        backend,
        `${side === 'known' ? 'known' : 'naive'}-${String(number).padStart(5, '0')}@example.com`,
      );
      times[side].push(performance.now() - started);
      onDone();
    }
    return times;
  } finally {
    await backend.close();
  }
}

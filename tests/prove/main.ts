import { Presets, SingleBar } from 'cli-progress';
import { runCommand } from '../../commands/run-command.ts';
import { readArguments, UsageError } from '#engine/cli/usage.ts';
import { abuse } from './abuse/abuse.ts';
import { proveAll } from './all/prove-all.ts';
import { covered } from './covered.ts';
import { databaseOutages } from './database-outages.ts';
import { deploy } from './deploy/deploy.ts';
import { disclosure } from './disclosure/disclosure.ts';
import { erase } from './erase.ts';
import { consentWalk, copies, enginesOfPages, everyPage } from './every-page.ts';
import { exposureKills } from './exposure-kills.ts';
import { forged } from './forged.ts';
import { forms } from './forms/forms.ts';
import { firefox } from './firefox.ts';
import { flagOutages } from './flag-outages.ts';
import { flood } from './flood/flood.ts';
import { hostileRequestsProof } from './hostile-requests.ts';
import { largeIndex } from './large-index.ts';
import { largeResults } from './large-results.ts';
import { lighthouseScores } from './lighthouse.ts';
import { journeyMutations } from './journey-mutations.ts';
import { flows, longWalks } from './long-walks.ts';
import { journeyWalks } from './journey-walks.ts';
import { killsPostgres, killsSqlite } from './kills.ts';
import { manyDocuments } from './many-documents.ts';
import { mailOutages } from './mail-outages.ts';
import { image } from './image.ts';
import { changedDocuments } from './changed-documents.ts';
import { inputs } from './inputs.ts';
import { mutations } from './mutations/mutations.ts';
import { latency } from './latency.ts';
import { places } from './places.ts';
import { pooler } from './pooler.ts';
import { publish } from './publish/publish.ts';
import { redirects } from './redirects.ts';
import { restore } from './restore/restore.ts';
import { same } from './same/same.ts';
import { costs, costsControl } from './costs/costs.ts';
import { crowd } from './crowd/crowd.ts';
import { cluster } from './cluster/cluster.ts';
import { seeded } from './parts/seeded.ts';
import { cache } from './cache.ts';
import { soak } from './soak.ts';
import { statistics } from './statistics.ts';
import { studioLanding } from './studio-landing.ts';
import { studioBlocks } from './studio-blocks.ts';
import { studio } from './studio.ts';
import { texts } from './texts.ts';
import { translations } from './translations.ts';
import { watch } from './watch.ts';
import type { Proof, ProofResult } from './proof.ts';

const MINUTES_OF_ALL = 60;

/** Every system test by its name. */
const proofs: Readonly<Record<string, Proof>> = {
  'kills-sqlite': killsSqlite,
  'kills-postgres': killsPostgres,
  'database-outages': databaseOutages,
  latency,
  'mail-outages': mailOutages,
  redirects,
  'exposure-kills': exposureKills,
  forged,
  'flag-outages': flagOutages,
  forms,
  erase,
  disclosure,
  'every-page': everyPage,
  'many-documents': manyDocuments,
  'consent-walk': consentWalk,
  engines: enginesOfPages,
  copies,
  covered,
  firefox,
  lighthouse: lighthouseScores,
  same,
  mutations,
  'journey-mutations': journeyMutations,
  'journey-walks': journeyWalks,
  'long-walks': longWalks,
  flows,
  places,
  deploy,
  cluster,
  crowd,
  restore,
  'large-index': largeIndex,
  'large-results': largeResults,
  pooler,
  publish,
  inputs,
  'changed-documents': changedDocuments,
  abuse,
  flood,
  'hostile-requests': hostileRequestsProof,
  costs,
  'costs-control': costsControl,
  soak,
  statistics,
  studio,
  'studio-blocks': studioBlocks,
  'studio-landing': studioLanding,
  texts,
  translations,
  watch,
  cache,
  image,
};

const usage = {
  name: 'prove',
  summary: 'The long figures; exit code 1 when a promise does not hold.',
  calls: {
    '': 'every proof that needs nothing to be said, as long as its figures take',
    '<name> …': 'some of them',
    all: 'every proof within a time',
    ...Object.fromEntries(
      Object.entries(proofs).map(([name, { summary, takes }]) => [
        takes === undefined ? name : `${name} ${takes}`,
        summary,
      ]),
    ),
  },
  options: {
    runs: { type: 'string', value: '<number>', does: 'how often; each proof has its own number' },
    minutes: {
      type: 'string',
      value: '<number>',
      does: 'with "all": how long it may last, 60 by default; with "cluster" and "soak": how long it goes on',
    },
    all: {
      type: 'boolean',
      default: false,
      does: 'with "costs": everything instead of a sample; that takes an hour or more',
    },
    browser: {
      type: 'string',
      default: 'chromium',
      value: '<name>',
      does: '"firefox" for proofs that use a browser, but Lighthouse',
    },
    seed: { type: 'string', default: '1', value: '<number>', does: 'another seed makes other accidents' },
  },
  positionals: Number.POSITIVE_INFINITY,
} as const;

await runCommand(usage, async (args) => {
  const { values, positionals } = readArguments(usage, args);
  const [runs, seed] = [values.runs === undefined ? null : Number(values.runs), Number(values.seed)];
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  const isAll = positionals[0] === 'all';
  const chosen = choose(isAll ? positionals.slice(1) : positionals);
  if (minutes !== null && !(minutes > 0))
    throw new UsageError('"--minutes" takes a number of minutes, such as "--minutes 30".');
  if ((runs !== null && !(Number.isInteger(runs) && runs > 0)) || !Number.isInteger(seed))
    throw new UsageError('"--runs" and "--seed" take a whole number, such as "--runs 10 --seed 7".');
  if (values.browser !== 'chromium' && values.browser !== 'firefox')
    throw new UsageError('"--browser" takes "chromium" or "firefox".');
  process.env['TEST_BROWSER'] = values.browser;
  if (isAll) process.exitCode = await proveAll(proofs, { minutes: minutes ?? MINUTES_OF_ALL, seed });
  else for (const [name, argument] of chosen) await prove(name, { argument, runs, minutes, isWhole: values.all, seed });
});

interface Asked {
  /** What is behind the name. */
  readonly argument: string | null;
  /** `null` for the proof's own number. */
  readonly runs: number | null;
  readonly minutes: number | null;
  readonly isWhole: boolean;
  readonly seed: number;
}

/**
 * Names of proofs with what is behind them, in the order of the list; without names all that need nothing to be said.
 *
 * @throws UsageError that says what to write instead
 */
function choose(words: readonly string[]): ReadonlyMap<string, string | null> {
  const asked = new Map<string, string | null>();
  for (let index = 0; index < words.length; index += 1) {
    const name = words[index] ?? '';
    const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
    if (proof === undefined) throw new UsageError(`There is no proof named "${name}". Choose from:\n${list()}`);
    const { takes } = proof;
    if (takes !== undefined) index += 1;
    const argument = takes === undefined ? null : (words[index] ?? null);
    if (takes !== undefined && argument === null)
      throw new UsageError(`Say what to compare with: "npm run prove -- ${name} ${takes}".`);
    asked.set(name, argument);
  }
  const all = Object.entries(proofs).filter(([name, { takes }]) =>
    asked.size === 0 ? takes === undefined : asked.has(name),
  );
  return new Map(all.map(([name]) => [name, asked.get(name) ?? null]));
}

function list(): string {
  return Object.entries(proofs)
    .map(([name, { summary, takes }]) => `  ${(takes === undefined ? name : `${name} ${takes}`).padEnd(20)}${summary}`)
    .join('\n');
}

async function prove(name: string, { argument, runs, minutes, isWhole, seed }: Asked): Promise<void> {
  const proof = proofs[name];
  if (proof === undefined) return;
  const total = runs ?? proof.runs;
  const missing = proof.missing?.() ?? null;
  if (missing !== null) {
    console.log(`\n${name} · not run: ${missing}`);
    process.exitCode = 1;
    return;
  }
  console.log(`\n${name} · ${total} runs, seed ${seed}\n${proof.summary}`);
  const bar = new SingleBar({ format: '  {bar} {value}/{total} · {eta_formatted} left' }, Presets.rect);
  if (process.stdout.isTTY) bar.start(total, 0);
  const started = performance.now();
  const progress = (done: number, outOf = total): void => {
    bar.setTotal(outOf);
    bar.update(done);
  };
  const result = await proof.run({ runs: total, minutes, isWhole, argument, random: seeded(seed), progress });
  bar.stop();
  print(result, performance.now() - started);
  if (result.broken.length > 0) process.exitCode = 1;
}

function print({ found, broken }: ProofResult, milliseconds: number): void {
  const rows = [...found, ['Seconds', Math.round(milliseconds / 1_000)] as const];
  const width = Math.max(...rows.map(([what]) => what.length));
  console.log('');
  for (const [what, value] of rows) console.log(`  ${what.padEnd(width)}  ${String(value).padStart(10)}`);
  console.log(broken.length === 0 ? '\n  Every promise held.' : '\n  Broken promises:');
  for (const sentence of broken.slice(0, 20)) console.log(`  - ${sentence}`);
  if (broken.length > 20) console.log(`  … and ${broken.length - 20} more.`);
}

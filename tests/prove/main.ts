import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { databaseOutages } from './database-outages.ts';
import { everyPage } from './every-page.ts';
import { exposureKills } from './exposure-kills.ts';
import { firefox } from './firefox.ts';
import { flagOutages } from './flag-outages.ts';
import { lighthouseScores } from './lighthouse.ts';
import { killsPostgres, killsSqlite } from './kills.ts';
import { mailOutages } from './mail-outages.ts';
import { redirects } from './redirects.ts';
import { seeded } from './parts/seeded.ts';
import type { Proof, ProofResult } from './proof.ts';

/** Every proof by its name. */
const proofs: Readonly<Record<string, Proof>> = {
  'kills-sqlite': killsSqlite,
  'kills-postgres': killsPostgres,
  'database-outages': databaseOutages,
  'mail-outages': mailOutages,
  redirects,
  'exposure-kills': exposureKills,
  'flag-outages': flagOutages,
  'every-page': everyPage,
  firefox,
  lighthouse: lighthouseScores,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(proofs, name));
const [runs, seed] = [values.runs === undefined ? null : Number(values.runs), Number(values.seed)];
if (unknown.length > 0) {
  console.error(`There is no proof named "${unknown.join('", "')}". Choose from:`);
  for (const [name, { summary }] of Object.entries(proofs)) console.error(`  ${name.padEnd(20)}${summary}`);
  process.exitCode = 2;
} else if ((runs !== null && !(Number.isInteger(runs) && runs > 0)) || !Number.isInteger(seed)) {
  console.error('"--runs" and "--seed" take a whole number, such as "--runs 10 --seed 7".');
  process.exitCode = 2;
} else {
  for (const [name, proof] of Object.entries(proofs))
    if (positionals.length === 0 || positionals.includes(name)) await prove(name, proof);
}

async function prove(name: string, proof: Proof): Promise<void> {
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
  const result = await proof.run({ runs: total, random: seeded(seed), progress: (done) => bar.update(done) });
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

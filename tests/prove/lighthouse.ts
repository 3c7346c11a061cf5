import { loadavg } from 'node:os';
import { freePort, startServer } from '#tests/helpers/server.ts';
import { launchBrowser } from '#tests/setup/launch-browser.ts';
import { findChromium } from '#tests/setup/programs.ts';
import { templates } from '#tests/helpers/templates-site.ts';
import { copyWithLandings } from './parts/copy-with-landings.ts';
import { percentile } from './parts/percentile.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const prefixes = ['', 'de', 'pl'];
const landings = ['', 'black-friday', 'viral'];
/** Landings from templates by name, each in the first language. */
const made = Object.fromEntries(templates.map((template) => [`from-${template}`, template]));

/** What every category promises, out of 100. */
const PROMISED = 100;

/** Scores by category, and the two figures behind a first view. */
type Figures = Readonly<Record<string, number>>;

export const lighthouseScores: Proof = {
  summary: `Examines ${landings.length} landings in ${prefixes.length} languages, and one of each template, with Lighthouse on a slow phone; the medians of all runs must be 100.`,
  runs: 5,
  missing: () => (findChromium() === null ? 'Chromium was not found; CHROMIUM_PATH names it.' : null),
  run,
};

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const port = await freePort();
  // Search engines may list nothing but production, which Lighthouse counts.
  const env = { ENVIRONMENT: 'production', MAIL: 'none', SECRET: 'a secret of proofs that is long enough' };
  const copy = await copyWithLandings(made);
  const server = await startServer({ cwd: copy.folder, env, startWithin: 120_000 });
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  const found: [string, string][] = [];
  const broken: string[] = [];
  try {
    const pages = [
      ...landings.flatMap((landing) => prefixes.map((prefix) => `/${[prefix, landing].filter(Boolean).join('/')}`)),
      ...Object.keys(made).map((name) => `/${name}`),
    ];
    const taken = new Map<string, Figures[]>(pages.map((page) => [page, []]));
    for (let turn = 1; turn <= runs; turn += 1) {
      for (const page of pages) taken.get(page)?.push(await examine(server.origin + page, port));
      progress(turn);
    }
    for (const [page, all] of taken) {
      const medians = Object.keys(all[0] ?? {}).map((what) => [what, median(all, what)] as const);
      found.push([page, medians.map(([what, value]) => `${what} ${value}`).join('   ')]);
      for (const [what, value] of medians)
        if (!what.endsWith('ms') && value < PROMISED)
          broken.push(`"${page}" has ${value} for ${what}; ${PROMISED} is promised.`);
    }
    found.push(['Processes waiting for a processor at the end', (loadavg()[0] ?? 0).toFixed(1)]);
    return { found, broken };
  } finally {
    await browser.close();
    await server.stop();
    copy.remove();
  }
}

const median = (all: readonly Figures[], what: string): number =>
  Math.round(
    percentile(
      all.map((figures) => figures[what] ?? Number.NaN),
      0.5,
    ),
  );

/** @param port Of the browser's debugging protocol. */
async function examine(url: string, port: number): Promise<Figures> {
  // More modules than all else of this command, which only this proof needs.
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  });
  if (result === undefined) throw new Error(`Lighthouse said nothing about "${url}".`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse could not examine "${url}": ${runtimeError.message}`);
  return {
    ...Object.fromEntries(Object.values(categories).map(({ id, score }) => [id, (score ?? 0) * 100])),
    'LCP ms': audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    'TBT ms': audits['total-blocking-time']?.numericValue ?? Number.NaN,
  };
}

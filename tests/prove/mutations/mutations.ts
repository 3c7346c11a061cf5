import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from '#server/platform/paths.ts';
import type { Proof, ProofContext, ProofResult } from '../proof.ts';

/** Percent of the changes that tests must notice. */
const LEAST = 90;

/** What must not go wrong unnoticed; a run looks at as many of them as it is told, in this order. */
const modules = {
  balance: ['server/members/account/balance.ts'],
  tokens: ['server/platform/tokens/{purpose-token,seal,secrets,single-use-token}.ts'],
  consent: ['server/site/consent/consent-record.ts', 'engine/base/consent.ts'],
  urls: ['engine/routing/{campaign,links,locate,split-url,targets,web-view}.ts'],
} as const;

type Mutants = Awaited<ReturnType<Stryker['runMutationTest']>>;

export const mutations: Proof = {
  summary: `Changes balance, tokens, consent and URLs in small ways, one at a time: tests notice ${LEAST} % of them. "--runs" is how many of the four.`,
  runs: Object.keys(modules).length,
  run,
};

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const found: [string, string | number][] = [];
  const broken: string[] = [];
  const asked = Object.entries(modules).slice(0, runs);
  for (const [index, [name, files]] of asked.entries()) {
    const mutants = await mutantsOf(files);
    const { score, counted } = judged(mutants);
    found.push([`${name}: changes tried`, counted], [`${name}: noticed`, `${score.toFixed(1)} %`]);
    if (score < LEAST) broken.push(...survivors(name, mutants));
    progress(index + 1, asked.length);
  }
  return { found, broken };
}

function mutantsOf(files: readonly string[]): Promise<Mutants> {
  return new Stryker({ mutate: [...files], configFile: 'tests/prove/mutations/stryker.json' }).runMutationTest();
}

function judged(mutants: Mutants): { readonly score: number; readonly counted: number } {
  const count = (...states: readonly string[]): number =>
    mutants.filter(({ status }) => states.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const counted = noticed + count('Survived', 'NoCoverage');
  return { score: counted === 0 ? 0 : (100 * noticed) / counted, counted };
}

function survivors(name: string, mutants: Mutants): string[] {
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(
      ({ fileName, location, replacement = '' }) =>
        `${name}: ${relative(root, fileName)}:${location.start.line} may become "${replacement.slice(0, 60)}" unnoticed.`,
    );
}

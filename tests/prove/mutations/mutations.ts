import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import { judge, MIN_SCORE } from './judge.ts';
import { MODULE, modules } from './modules.ts';

export const mutations: Proof = {
  summary: `Changes balance, tokens, consent and URLs in small ways, one at a time: tests notice ${MIN_SCORE} % of them. "--runs" is how many of the four.`,
  runs: Object.keys(modules).length,
  run,
};

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  // Some thousand modules, which only this proof needs.
  const { Stryker } = await import('@stryker-mutator/core');
  const found: (readonly [string, string | number])[] = [];
  const broken: string[] = [];
  const asked = Object.entries(modules).slice(0, runs);
  for (const [index, [name, { files }]] of asked.entries()) {
    process.env[MODULE] = name;
    const mutate = [...files, '!**/*.test.ts'];
    const mutants = await new Stryker({ mutate, configFile: 'tests/prove/mutations/stryker.json' }).runMutationTest();
    const judged = judge(name, mutants);
    found.push(...judged.found);
    broken.push(...judged.broken);
    progress(index + 1, asked.length);
  }
  return { found, broken };
}

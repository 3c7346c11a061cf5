import { relative } from 'node:path';
import { root } from '#server/platform/paths.ts';
import type { ProofResult } from '../proof.ts';

/** Percent of the changes that tests must notice. */
export const MIN_SCORE = 90;

/** What is read of a result of Stryker. */
export interface Mutant {
  readonly status: string;
  readonly fileName: string;
  readonly location: { readonly start: { readonly line: number } };
  readonly replacement?: string | undefined;
}

/** The figures of one module, and what goes unnoticed in one whose tests notice too little. */
export function judge(name: string, mutants: readonly Mutant[]): ProofResult {
  const of = (...states: readonly string[]): readonly Mutant[] =>
    mutants.filter(({ status }) => states.includes(status));
  const detected = of('Killed', 'Timeout').length;
  const unnoticed = of('Survived', 'NoCoverage');
  const counted = detected + unnoticed.length;
  const score = counted === 0 ? 0 : (100 * detected) / counted;
  // Never rounded up to the bound.
  const shown = `${(Math.floor(score * 10) / 10).toFixed(1)} %`;
  return {
    found: [
      [`${name}: changes tried`, counted],
      [`${name}: noticed`, shown],
      // On a busy machine some may only be slow, so that they are shown.
      [`${name}: of these by never ending`, of('Timeout').length],
      [`${name}: left out, each with its reason`, of('Ignored').length],
    ],
    broken:
      score >= MIN_SCORE
        ? []
        : [
            `${name}: tests notice ${shown} of the changes, not ${MIN_SCORE} %.`,
            ...unnoticed.map((mutant) => sentenceAbout(name, mutant)),
          ],
  };
}

function sentenceAbout(name: string, { fileName, location, replacement = '' }: Mutant): string {
  return `${name}: ${relative(root, fileName)}:${location.start.line} may become "${replacement.slice(0, 60)}" unnoticed.`;
}

import { seeded } from '../parts/seeded.ts';
import type { Proof, ProofResult } from '../proof.ts';
import type { Line } from './line.ts';
import { runTests } from './run-tests.ts';

type About = Pick<Line, 'promise' | 'commit'>;

/** Rows of a proof's table that are about what is held beside the product. */
const CONTROL = /naive|control/i;

export async function writeProofLine(
  about: About,
  name: string,
  proof: Proof,
  { runs, seed }: { readonly runs: number; readonly seed: number },
): Promise<Line> {
  const shownBy = `\`npm run prove -- ${name}\``;
  try {
    const context = { runs, minutes: null, isWhole: false, argument: null, random: seeded(seed), progress: () => {} };
    const { found, broken } = await proof.run(context);
    const rows = (wanted: boolean): string =>
      found
        .filter(([what]) => CONTROL.test(what) === wanted)
        .map(([what, value]) => `${cell(what)}: ${cell(String(value))}`)
        .join('<br>');
    return {
      ...about,
      shownBy,
      state: broken.length === 0 ? 'held' : 'broken',
      figure: [rows(false), ...findFirst(broken)].join('<br>'),
      size: `${runs.toLocaleString('en')} of ${proof.runs.toLocaleString('en')} runs`,
      control: rows(true) || '–',
      at: now(),
    };
  } catch (error) {
    return { ...openLine(about, shownBy, `ended early: ${cell(String(error).split('\n')[0] ?? '')}`), state: 'broken' };
  }
}

export async function writeTestsLine(about: About, files: readonly string[]): Promise<Line> {
  const { passed, failed, skipped } = await runTests(files);
  return {
    ...about,
    shownBy: files.map((file) => `\`${file}\``).join('<br>'),
    state: failed === 0 && passed > 0 ? 'held' : 'broken',
    figure: `${passed} tests passed, ${failed} failed${skipped > 0 ? `, ${skipped} left out` : ''}`,
    size: `${files.length} ${files.length === 1 ? 'file' : 'files'} of tests`,
    control: '–',
    at: now(),
  };
}

export function openLine(about: About, shownBy: string, why: string): Line {
  return { ...about, shownBy, state: 'open', figure: why, size: '–', control: '–', at: now() };
}

const findFirst = (broken: ProofResult['broken']): readonly string[] =>
  broken.slice(0, 3).map((sentence) => cell(sentence).slice(0, 200));

/** Nothing in a cell may end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** To the minute, in UTC. */
const now = (): string => `${new Date().toISOString().slice(0, 16)}Z`;

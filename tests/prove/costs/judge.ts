import { escapeHtml } from '#engine/shared/escape.ts';
import type { Measured, MeasuredServer } from './measured-server.ts';
import type { Asked } from './requests.ts';

export interface Finding {
  readonly name: string;
  readonly milliseconds: number;
  readonly broken: readonly string[];
}

/** Part of what a request may cost, from which on it is measured more than once. */
const SUSPICIOUS = 0.5;
/** Further measurements of what seems costly. */
const MORE = 3;
/** Milliseconds of the processor for one request. */
export const MAX_MS = 20;
/** Characters by which an answer may be longer than that to an empty request. */
const LONGER = 64 * 1024;

/** @param empty Answers to requests without anything, by who asks what. */
export async function judge(
  server: MeasuredServer,
  { name, sent, sample, place, most, nothing }: Asked & { readonly most: number },
  runs: number,
  empty: Map<string, Measured>,
): Promise<Finding> {
  // The first one compiles pages and code: it costs more than all that follow.
  const { answer, status, milliseconds: first } = await server.measure(sent);
  const measure = async (): Promise<number> => {
    const measured: number[] = [];
    for (let run = 0; run < runs; run += 1) measured.push((await server.measure(sent)).milliseconds);
    return computeMedian(measured);
  };
  let milliseconds = first > most * SUSPICIOUS ? await measure() : first;
  // The process compresses pages beside it, and a busy machine makes everything dearer: what is costly is so each time.
  for (let again = 0; again < MORE && milliseconds > most; again += 1)
    milliseconds = Math.min(milliseconds, await measure());
  const isSuspicious = answer.length > LONGER || status >= 500;
  const usual = isSuspicious ? (empty.get(place) ?? (await server.measure(nothing))) : null;
  if (usual !== null) empty.set(place, usual);
  const longer = usual === null ? 0 : answer.length - usual.answer.length;
  const repeats =
    sample !== '' && [sample, escapeHtml(sample), encodeURIComponent(sample)].some((each) => answer.includes(each));
  return {
    name,
    milliseconds,
    broken: [
      ...(milliseconds > most ? [`${name}: ${milliseconds.toFixed(1)} ms of the processor (${status}).`] : []),
      ...(longer > LONGER
        ? [`${name}: the answer (${status}) has ${longer} characters more than to an empty request.`]
        : []),
      ...(repeats ? [`${name}: the answer (${status}) repeats more than 1 kB of what was sent.`] : []),
      ...(answer === '' && !isLarge(sent) ? [`${name}: is not answered.`] : []),
      ...(status >= 500 && status !== 503 && usual?.status !== status ? [`${name}: answered with ${status}.`] : []),
    ],
  };
}

/** The connection may end while so much is still written. */
const isLarge = ({ body }: Asked['sent']): boolean => body.length > 64 * 1024;

function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

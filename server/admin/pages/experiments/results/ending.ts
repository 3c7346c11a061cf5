import type { Deployment, ResolveInput } from '#engine/documents/types.ts';
import { type Ended, endExperiment } from '#engine/documents/end-experiment/end-experiment.ts';
import { describePages } from '#engine/documents/end-experiment/changed-pages.ts';
import { patchOf } from '#engine/documents/end-experiment/patch.ts';
import { resolve } from '#engine/documents/resolve.ts';

export interface EndingRequest {
  /** The project's root. */
  readonly root: string;
  readonly deployment: Deployment;
  readonly key: string;
  /** Key of the variation that is promoted, or `null` to retire the experiment. */
  readonly winner: string | null;
}

/** A file to take away. */
export interface EndingFile {
  readonly isPatch: boolean;
  readonly body: string;
}

/**
 * The patch that ends an experiment in a checkout of these files; where it cannot be ended so, the reasons, as the command gives
 * them, and what it shows differently. A patch is looked at before it is applied.
 */
export function endingFile(input: ResolveInput, { key, winner }: Pick<EndingRequest, 'key' | 'winner'>): EndingFile {
  const before = resolve(input);
  if (!before.ok) return reasons(before.findings);
  const experiment = before.site.experiments.find((each) => each.key === key);
  if (experiment === undefined) return { isPatch: false, body: `The files have no experiment "${key}" any more.\n` };
  const ended = endExperiment(input, before, {
    experiment,
    ...(winner !== null && { winner }),
  });
  if (!ended.ok) return reasons(ended.findings);
  const files = new Map(input.layers.flatMap((layer) => [...layer.files]));
  return { isPatch: true, body: [...preface(ended), '', patchOf(files, ended.files)].join('\n') };
}

function reasons(findings: Extract<Ended, { ok: false }>['findings']): EndingFile {
  const lines = findings.map(({ file, line, path, message }) => `${file}:${line} ${path}: ${message}\n`);
  return { isPatch: false, body: ['The experiment cannot be concluded like this:\n', ...lines].join('\n') };
}

/** What a diff cannot say; `git apply` passes over it. */
function* preface({ pictures, kept, changedPages }: Extract<Ended, { ok: true }>): Generator<string> {
  yield 'Apply it in a checkout with "git apply", then run "npm run check".';
  if (changedPages.length > 0) yield 'These pages extend the tested page and change, too:';
  yield* describePages(changedPages);
  for (const { document, namedBy } of kept) yield `"${document}" stays, because "${namedBy}" uses it.`;
  for (const picture of pictures) yield `No document uses ${picture} any more.`;
}

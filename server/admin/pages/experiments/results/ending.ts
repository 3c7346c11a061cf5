import type { Deployment, ResolveInput } from '#engine/documents/types.ts';
import { type Ended, planConclusion } from '#engine/documents/end-experiment/plan-conclusion.ts';
import { type ChangedPage, describePages } from '#engine/documents/end-experiment/changed-pages.ts';
import { writePatch } from '#engine/documents/end-experiment/patch.ts';
import { resolve } from '#engine/documents/resolve.ts';

export interface EndingRequest {
  /** The project's root. */
  readonly root: string;
  readonly deployment: Deployment;
  readonly key: string;
  /** Key of the variation that is promoted, or `null` to retire the experiment. */
  readonly winner: string | null;
  /** The files as visitors get them, in place of those of the root; `null` where publications change none. */
  readonly files: ReadonlyMap<string, string> | null;
}

/** What becomes of the files, or why it cannot. */
export interface EndingAnswer {
  readonly file: EndingFile;
  /** Texts of the files that differ, `null` for deleted ones; empty where the experiment cannot be ended so. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Other pages that change their appearance. */
  readonly changedPages: readonly ChangedPage[];
  /** Documents of variations that stay, because others name them. */
  readonly retained: readonly { readonly document: string; readonly namedBy: string }[];
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
export function computeEnding(
  input: ResolveInput,
  { key, winner }: Pick<EndingRequest, 'key' | 'winner'>,
): EndingAnswer {
  const before = resolve(input);
  if (!before.ok) return impossible(reasons(before.findings));
  const experiment = before.site.experiments.find((each) => each.key === key);
  if (experiment === undefined) return impossible(`The files have no experiment "${key}" any more.\n`);
  const ended = planConclusion(input, before, {
    experiment,
    winner: winner ?? undefined,
  });
  if (!ended.ok) return impossible(reasons(ended.findings));
  const { files, changedPages, retained } = ended;
  const all = new Map(input.layers.flatMap((layer) => [...layer.files]));
  const body = [...preface(ended), '', writePatch(all, files)].join('\n');
  return { file: { isPatch: true, body }, files, changedPages, retained };
}

const impossible = (body: string): EndingAnswer => ({
  file: { isPatch: false, body },
  files: new Map(),
  changedPages: [],
  retained: [],
});

function reasons(findings: Extract<Ended, { ok: false }>['findings']): string {
  const lines = findings.map(({ file, line, path, message }) => `${file}:${line} ${path}: ${message}\n`);
  return ['The experiment cannot be concluded like this:\n', ...lines].join('\n');
}

/** What a diff cannot say; `git apply` passes over it. */
function* preface({ images, retained, changedPages }: Extract<Ended, { ok: true }>): Generator<string> {
  yield 'Apply it in a checkout with "git apply", then run "npm run check".';
  if (changedPages.length > 0) yield 'These pages extend the tested page and change, too:';
  yield* describePages(changedPages);
  for (const { document, namedBy } of retained) yield `"${document}" stays, because "${namedBy}" uses it.`;
  for (const image of images) yield `No document uses ${image} any more.`;
}

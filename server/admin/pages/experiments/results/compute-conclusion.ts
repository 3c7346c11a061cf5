import type { Deployment, ResolveInput } from '#engine/documents/types.ts';
import { type Ended, planConclusion } from '#engine/documents/end-experiment/plan-conclusion.ts';
import { type ChangedPage, describePages } from '#engine/documents/end-experiment/changed-pages.ts';
import { writePatch } from '#engine/documents/end-experiment/patch.ts';
import { resolve } from '#engine/documents/resolve.ts';

export interface ConclusionRequest {
  /** The project's root. */
  readonly root: string;
  readonly deployment: Deployment;
  readonly key: string;
  /** Key of the promoted variation, or `null` to retire the experiment. */
  readonly winner: string | null;
  /** Live files that override those of the root; `null` without publications. */
  readonly files: ReadonlyMap<string, string> | null;
}

/** The resulting files, or why the experiment cannot be concluded. */
export interface ConclusionResult {
  readonly file: ConclusionFile;
  /** New content of changed files, `null` for deleted ones; empty when the experiment cannot be concluded this way. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Other pages whose appearance changes. */
  readonly changedPages: readonly ChangedPage[];
  /** Documents of variations that are retained because others refer to them. */
  readonly retained: readonly { readonly document: string; readonly namedBy: string }[];
}

/** A file to download. */
export interface ConclusionFile {
  readonly isPatch: boolean;
  readonly body: string;
}

/**
 * The patch that concludes an experiment in a checkout of these files, or the reasons why that is impossible as the command prints
 * them, with the pages that change. Patches are reviewed before they are applied.
 */
export function computeConclusion(
  input: ResolveInput,
  { key, winner }: Pick<ConclusionRequest, 'key' | 'winner'>,
): ConclusionResult {
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

const impossible = (body: string): ConclusionResult => ({
  file: { isPatch: false, body },
  files: new Map(),
  changedPages: [],
  retained: [],
});

function reasons(findings: Extract<Ended, { ok: false }>['findings']): string {
  const lines = findings.map(({ file, line, path, message }) => `${file}:${line} ${path}: ${message}\n`);
  return ['The experiment cannot be concluded like this:\n', ...lines].join('\n');
}

/** Comments above the diff, which `git apply` ignores. */
function* preface({ images, retained, changedPages }: Extract<Ended, { ok: true }>): Generator<string> {
  yield 'Apply it in a checkout with "git apply", then run "npm run check".';
  if (changedPages.length > 0) yield 'These pages extend the tested page and change, too:';
  yield* describePages(changedPages);
  for (const { document, namedBy } of retained) yield `"${document}" stays, because "${namedBy}" uses it.`;
  for (const image of images) yield `No document uses ${image} any more.`;
}

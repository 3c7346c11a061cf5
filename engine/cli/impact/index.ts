import type { Finding } from '#engine/shared/finding.ts';
import type { Project } from '#engine/documents/project.ts';
import { type ProjectInput, readProject } from '#engine/documents/read-project.ts';
import { getProject, resolve } from '#engine/documents/resolve.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type Output, standardOutput } from '../output.ts';
import { readArguments } from '../usage.ts';
import { findImpact, type Impact } from '#engine/documents/impact/find-impact.ts';
import { groupVariations, type ShownVariation } from '#engine/documents/impact/group-variations.ts';
import { takeBothScreenshots } from './take-both-screenshots.ts';
import { readCommit } from './read-commit.ts';
import { withoutJourney } from '#engine/documents/block-files.ts';
import { localDeployment } from '../local-deployment.ts';

export const usage = {
  name: 'impact',
  summary: 'Says which pages, variants, variations and languages a change touches, before it is merged.',
  calls: {
    '': 'what is not committed yet',
    '<commit>': 'everything since a commit, such as main or a tag',
  },
  options: {
    format: { type: 'string', default: 'text', value: 'text|json', does: 'how it is written' },
    pictures: {
      type: 'boolean',
      default: false,
      does: 'builds the commit in a folder of its own, photographs what is touched there and here, and shows what differs',
    },
  },
  positionals: 1,
} as const;

/** `npm run impact [-- COMMIT]` (N10). Read-only. Exit code 1 when a page is broken. */
export async function run(
  args: readonly string[],
  root: string,
  output: Output = standardOutput,
  photograph: Photograph = takeBothScreenshots,
): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const [commit = 'HEAD'] = positionals;
  const { id, before, changed } = readCommit(root, commit);
  const now = resolved(await readProject(root));
  const impacts = findImpact({ before: resolved(before).project, after: now.project, changed, findings: now.findings });
  const variations = groupVariations(now.project.written);
  if (values.format === 'json') output.write(`${JSON.stringify(impacts.map(plain), null, 2)}\n`);
  else output.write(`${format(impacts, variations, changed, commit).join('\n')}\n`);
  if (impacts.some(({ verdict }) => verdict === 'broken')) return 1;
  const shown = values.pictures ? listScreenshots(impacts, changed) : [];
  return shown.length === 0 ? 0 : photograph(root, id, shown);
}

/** Takes screenshots of these blocks and documents at a commit and of the working tree; returns the exit code. */
type Photograph = (root: string, commit: string, groups: readonly string[]) => number;

/** Affected pages that can be rendered, and blocks whose own files changed. */
function listScreenshots(impacts: readonly Impact[], changed: readonly string[]): readonly string[] {
  const pages = impacts.filter(({ verdict }) => verdict !== 'gone').map(({ document }) => document);
  const blocks = changed.flatMap((file) => /^blocks\/(?!layouts\/)([^/]+)\//.exec(withoutJourney(file))?.[1] ?? []);
  return [...new Set([...pages, ...blocks])];
}

function resolved(input: ProjectInput): { readonly project: Project; readonly findings: readonly Finding[] } {
  const result = resolve({ ...input, deployment: localDeployment, journeys });
  return { project: getProject(result), findings: result.ok ? result.warnings : result.findings };
}

const plain = ({ locales: touched, ...impact }: Impact): object => ({ ...impact, locales: [...touched] });

function format(
  impacts: readonly Impact[],
  variations: ReadonlyMap<DocumentId, readonly ShownVariation[]>,
  changed: readonly string[],
  commit: string,
): readonly string[] {
  const counts = Map.groupBy(impacts, ({ verdict }) => verdict);
  const sum = [...counts].map(([verdict, { length }]) => `${length} ${verdict}`).join(', ');
  const code = changed.filter((file) => /^(?:engine|journeys|server)\/(?!cli\/)/.test(file) && !/\.test\./.test(file));
  return [
    ...impacts.map((impact) => formatImpact(impact, variations.get(impact.document) ?? [])),
    ...(impacts.length === 0 ? [] : ['']),
    `Files that differ from ${commit}: ${changed.length}. ${sum === '' ? 'They touch no page.' : `Pages: ${sum}.`}`,
    ...(code.length === 0
      ? []
      : [
          `Code of the engine, the server or a journey among them: ${code.length}. "npm run prove -- same ${commit}" compares what visitors get.`,
        ]),
  ];
}

function formatImpact(
  { document, bases, verdict, locales: touched, causes }: Impact,
  variations: readonly ShownVariation[],
): string {
  const languages = touched.size === locales.length ? 'all languages' : [...touched].join(', ');
  const about = [
    ...bases.slice(0, 1).map((base) => `variant of ${base}`),
    ...variations.map(({ experiment, variation }) => `variation ${experiment} = ${variation}`),
  ];
  const [first = 'what it is made of', ...others] = causes;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `${verdict.padEnd(9)} ${document}${about.length === 0 ? '' : ` (${about.join('; ')})`}  ${languages}  ${first}${more}`;
}

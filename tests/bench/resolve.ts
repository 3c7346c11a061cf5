import { Presets, SingleBar } from 'cli-progress';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { ResolveInput, ResolveResult } from '#engine/documents/types.ts';
import { printTable } from './parts/table.ts';

export const summary = 'Resolves and checks 1,000 documents, then again after one of them changed.';

const rounds = 15;
const deployment = { basePath: '/', publicOrigin: 'https://localhost', webViewScheme: '' };
const base = 'pages-config/landings/default.json';

interface Case {
  readonly name: string;
  /** Files of round `index`; every round must differ from the one before. */
  readonly change: (files: ReadonlyMap<string, string>, index: number) => ReadonlyMap<string, string>;
  readonly fresh?: boolean;
}

const cases: readonly Case[] = [
  { name: 'all 1,000 documents, nothing known before', change: (files) => files, fresh: true },
  { name: 'nothing changed', change: (files) => files },
  { name: 'one landing changed', change: (files, index) => edit(files, 'pages-config/landings/copy-7.json', index) },
  { name: 'a base of 500 variants changed', change: (files, index) => edit(files, base, index) },
  { name: 'a text changed', change: (files, index) => edit(files, 'locales/en/landing.json', index) },
];

export async function run(): Promise<void> {
  const input = await manyDocuments();
  const first = resolve(input);
  if (!first.ok) {
    const [finding] = first.findings.filter(({ severity }) => severity === 'error');
    throw new Error(
      `The site has errors, so there is nothing to measure: ${finding?.file ?? ''}: ${finding?.message ?? ''}`,
    );
  }
  const bar = new SingleBar(
    { format: '  {bar} {value}/{total} rounds', clearOnComplete: true, hideCursor: true },
    Presets.rect,
  );
  if (process.stdout.isTTY) bar.start(cases.length * rounds, 0);
  const rows = cases.map(({ name, change, fresh }) => {
    const times = measure(input, first, change, fresh === true, () => bar.increment());
    return [name, at(times, 0.5).toFixed(1), at(times, 0.95).toFixed(1)];
  });
  bar.stop();
  printTable(`Resolving ${first.site.documents.size} documents (one core)`, ['', 'median ms', 'p95 ms'], rows);
}

function measure(
  input: ResolveInput,
  first: ResolveResult,
  change: Case['change'],
  fresh: boolean,
  tick: () => void,
): readonly number[] {
  const files = input.layers[0]?.files ?? new Map<string, string>();
  let previous = first;
  return Array.from({ length: rounds }, (_, index) => {
    const next = { ...input, layers: [{ name: 'files' as const, files: change(files, index) }] };
    const started = performance.now();
    const result = resolve(next, fresh ? undefined : previous);
    const time = performance.now() - started;
    if (!fresh) previous = result;
    tick();
    return time;
  }).toSorted((a, b) => a - b);
}

/** The reference site and 1,000 landings more: half of them whole documents, half variants. */
async function manyDocuments(): Promise<ResolveInput> {
  const { layers, images } = await readProject(process.cwd());
  const files = new Map(layers[0].files);
  const text = files.get(base) ?? '';
  for (let index = 0; index < 500; index += 1) {
    const slug = `"version": 4,\n  "slug": "copy-${index}",`;
    files.set(`pages-config/landings/copy-${index}.json`, text.replace('"version": 4,', slug));
    const changes = [{ op: 'document', set: { theme: 'ink' } }];
    const variant = {
      $schema: '../../schemas/generated/editor/landing.schema.json',
      version: 4,
      slug: `variant-${index}`,
      extends: 'landings/default',
      changes,
    };
    files.set(`pages-config/landings/variant-${index}.json`, JSON.stringify(variant, null, 2));
  }
  return { layers: [{ name: 'files', files }], images, deployment, journeys: [] };
}

/** Changes a document or a file of texts in a way that must be read again. */
function edit(files: ReadonlyMap<string, string>, file: string, index: number): ReadonlyMap<string, string> {
  const text = files.get(file) ?? '';
  const changed = file.startsWith('locales/')
    ? text.replace(/": "/, `": "${index} `)
    : text.replace('"meta": {', `"theme": "${index % 2 === 0 ? 'ink' : 'day'}",\n  "meta": {`);
  return new Map(files).set(file, changed);
}

function at(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}

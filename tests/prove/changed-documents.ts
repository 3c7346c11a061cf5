import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import type { Compiler } from '#engine/compile/types.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { Layer, Site } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { paths, root } from '#server/platform/paths.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];

/** What a hand that slips, a merge that went wrong or an attacker may leave in a document. */
const odd: readonly Json[] = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  '__proto__',
  'landing.none',
  '{name}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '\u202e',
  [],
  {},
  [[]],
  { en: 'One language only' },
];

export const changedDocuments: Proof = {
  summary:
    'Changes one document of the site at random, a place at a time: what is accepted compiles to a whole page, everything else is refused in words, and nothing crashes.',
  runs: 100_000,
  run,
};

async function run({ runs, random, progress }: ProofContext): Promise<ProofResult> {
  // The compiler of a build is one for production.
  process.env['NODE_ENV'] = 'production';
  const deployment = { basePath: '/', publicOrigin: 'https://www.example.com', webViewScheme: '' };
  const input = { ...(await readProject(root)), deployment, journeys };
  const first = resolve(input);
  if (!first.ok) return { found: [], broken: ['The documents of the site have mistakes before anything was changed.'] };
  const outDir = await mkdtemp(join(tmpdir(), 'vitrine-prove-'));
  try {
    const compile = await compilerFor(first.site, outDir);
    const files = input.layers
      .flatMap((layer) => [...layer.files])
      .filter(([file]) => /^pages-config\/.*\.json$/.test(file) && !file.endsWith('phases.json'));
    const broken: string[] = [];
    let [refused, accepted, pages] = [0, 0, 0];
    for (let turn = 1; turn <= runs; turn += 1) {
      const [file, text] = pick(files, random);
      const { changed, what } = change(JSON.parse(text) as Json, random);
      const draft: Layer = { name: 'draft', files: new Map([[file, JSON.stringify(changed, null, 2)]]) };
      const where = `${file}: ${what}`;
      try {
        const result = resolve({ ...input, layers: [...input.layers, draft] }, first);
        if (result.ok) {
          accepted += 1;
          const mistakes = await compile(result.site, file, what);
          pages += mistakes === null ? 0 : 1;
          broken.push(...(mistakes ?? []).map((mistake) => `${where} was accepted, and ${mistake}.`));
        } else {
          refused += 1;
          broken.push(...result.findings.filter(isMute).map(() => `${where} is refused without words.`));
        }
      } catch (error) {
        broken.push(`${where} crashed the check: ${String(error).split('\n')[0] ?? ''}`);
      }
      progress(turn);
    }
    return {
      found: [
        ['Documents changed', runs],
        ['Refused in words', refused],
        ['Accepted', accepted],
        ['Accepted and compiled to whole pages', pages],
        ['Naive, what is JSON is published: mistakes shown to visitors', refused],
      ],
      broken: [...new Set(broken)],
    };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

const isMute = ({ message, file }: Finding): boolean => message === '' || file === '';

/** Compiles the changed document, or the start page for one that is not a page; `null` where its images would have to be made first. */
async function compilerFor(
  site: Site,
  outDir: string,
): Promise<(site: Site, file: string, what: string) => Promise<readonly string[] | null>> {
  const record = await readBuildRecord();
  if (record === null) throw new Error('There is no finished build. Run "npm run build" first.');
  const { manifest: assets } = await prepareAssets({ root, site, outDir, cacheDir: paths.assetCache });
  const create = await loadBuiltCompiler(getReleaseFolder(record));
  const compiler: Compiler = create({ assets, buildId: record.buildId });
  const readHtml = async (of: Site, document: string): Promise<string> => {
    const path = of.documents.get(document)?.route ?? '/';
    const { parts, end } = await compiler.compile({
      site: of,
      document,
      variations: [],
      locale: 'de',
      facets: {},
      path,
    });
    return [...parts, end].filter((part) => typeof part === 'string').join('');
  };
  return async (changed, file, what) => {
    if (/image|picture|icon|poster|object|emblem|font|logo/i.test(what)) return null;
    const id = file.replaceAll(/^pages-config\/|\.json$/g, '');
    const document = changed.documents.has(id) ? id : 'landings/default';
    const kind = changed.documents.get(document)?.kind;
    if (kind !== 'landing' && kind !== 'page') return null;
    // The heading of some pages is in blocks that only some visitors see, and this one knows of no visitor.
    const isHeaded = HEADING.test(site.documents.has(document) ? await readHtml(site, document) : '');
    try {
      const html = await readHtml(changed, document);
      return [
        ...(html.includes('</html>') ? [] : ['the page has no end']),
        ...(HEADING.test(html) || !isHeaded ? [] : ['the page has no heading']),
        ...(/\[object Object\]|>undefined<|>NaN</.test(html) ? ['the page shows a value of the machine'] : []),
        ...(/<script>alert|href="javascript:/i.test(html) ? ['the page runs what was written into it'] : []),
      ];
    } catch (error) {
      return [`compiling it fails: ${String(error).split('\n')[0] ?? ''}`];
    }
  };
}

const HEADING = /<h1[\s>]/;

function change(document: Json, random: () => number): { readonly changed: Json; readonly what: string } {
  const places = listPlaces(document);
  const path = pick(places, random);
  const kind = pick(['remove', 'replace', 'twice', 'rename', 'swap'] as const, random);
  const what = `${kind} /${path.join('/')}`;
  const other = valueAt(document, pick(places, random));
  const value = valueAt(document, path);
  if (kind === 'remove') return { changed: edit(document, path, () => undefined), what };
  if (kind === 'swap') return { changed: edit(document, path, () => other), what: `${what} ${short(other)}` };
  if (kind === 'twice' && Array.isArray(value))
    return { changed: edit(document, path, () => [...(value as Json[]), ...(value as Json[])]), what };
  if (kind === 'rename' && isRecord(value)) {
    const [name = ''] = Object.keys(value);
    const renamed = Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key === name ? `${key}s` : key, each]),
    );
    return { changed: edit(document, path, () => renamed), what };
  }
  const replacement = pick(odd, random);
  return { changed: edit(document, path, () => replacement), what: `replace /${path.join('/')} ${short(replacement)}` };
}

const short = (value: Json): string => JSON.stringify(value).slice(0, 60);
const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listPlaces(value: Json, path: Path = []): Path[] {
  const inner: [string | number, Json][] = Array.isArray(value)
    ? value.map((each: Json, index): [number, Json] => [index, each])
    : isRecord(value)
      ? Object.entries(value)
      : [];
  const own = path.length === 0 ? [] : [path];
  return [...own, ...inner.flatMap(([key, each]) => listPlaces(each, [...path, key]))];
}

function valueAt(value: Json, [key, ...rest]: Path): Json {
  if (key === undefined) return value;
  const inner = Array.isArray(value) ? (value as Json[])[Number(key)] : isRecord(value) ? value[key] : undefined;
  return valueAt(inner ?? null, rest);
}

function edit(value: Json, [key, ...rest]: Path, by: () => Json | undefined): Json {
  if (key === undefined) return by() ?? null;
  const isLast = rest.length === 0;
  if (Array.isArray(value))
    return (value as Json[]).flatMap((each, index) =>
      index !== key ? [each] : isLast ? (orNothing(by()) as Json[]) : [edit(each, rest, by)],
    );
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): [string, Json][] => {
      if (name !== key) return [[name, each]];
      return isLast
        ? orNothing(by()).map((changed): [string, Json] => [name, changed])
        : [[name, edit(each, rest, by)]];
    }),
  );
}

const orNothing = (value: Json | undefined): readonly Json[] => (value === undefined ? [] : [value]);

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

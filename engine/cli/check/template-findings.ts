import { moveDates } from '#engine/documents/landing-templates/move-dates.ts';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '#engine/shared/finding.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { inspectImages } from '#engine/compile/assets/inspect-images.ts';
import type { InspectionCache } from '#engine/compile/assets/inspection-cache.ts';
import { hashOfFile, hashOfSource } from '#engine/documents/check-cache.ts';
import type { RuleFinding } from '#engine/documents/finding-draft.ts';
import { toFindings } from '#engine/documents/findings.ts';
import { inspectSource } from '#engine/documents/inspect.ts';
import { isObject, type JsonObject, listStrings } from '#engine/documents/json.ts';
import { BRAND_FILE, buildTemplateBrand } from '#engine/documents/landing-templates/template-brand.ts';
import { SITE_FILE } from '#engine/documents/landing-templates/build-landing.ts';
import { listTemplates, TEMPLATES } from '#engine/documents/landing-templates/read-template.ts';
import { findOffset, locateOffset } from '#engine/documents/locate.ts';
import { type Inspected, inspectOn } from '#engine/documents/resolve.ts';
import { parseSource, type Source } from '#engine/documents/source.ts';
import type { DocumentKind, ResolveInput } from '#engine/documents/types.ts';
import { identify } from '#engine/documents/written.ts';
import { listFiles } from './hash-files.ts';

/** Documents of the site that no template may name: other sites do not have them. */
const OF_THIS_SITE: ReadonlySet<DocumentKind> = new Set(['page', 'landing', 'experiment', 'journey', 'form']);

export interface CheckedSite {
  readonly root: string;
  /** The input of `inspected`. */
  readonly input: ResolveInput;
  readonly inspected: Inspected;
  readonly today: string;
  readonly memory: InspectionCache;
}

/** Findings in `landing-templates/`, by the rules of documents: each template is inspected as a landing of this site called "template". */
export async function listTemplateFindings(site: CheckedSite): Promise<readonly Finding[]> {
  const { root, input, inspected } = site;
  const names = listTemplates(root);
  const common = [...inspected.files.sources.values()].filter(({ file }) => isCommon(file));
  // Everything would follow from mistakes in these.
  const misplaced = findMisplaced(root, names);
  if (names.length === 0 || inspected.findings.some(({ file, severity }) => severity === 'error' && isCommon(file)))
    return misplaced;
  const hashes = common.map(hashOfSource).join(' ');
  const findings: Finding[] = [...misplaced];
  for (const name of names.filter((each) => NAME.test(each))) {
    const template = readFiles(root, name);
    const part = `template ${hashes} ${template.hash}`;
    if (input.checkCache?.has(part) === true) continue;
    const found = await inspectTemplate(template, common, site);
    if (found.length === 0) input.checkCache?.add(part);
    findings.push(...found);
  }
  return findings;
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Folders that are no name of a template, such as copies, and files beside the folders. */
function findMisplaced(root: string, names: readonly string[]): readonly Finding[] {
  const report = (file: string, message: string): Finding => ({
    rule: 'stray-file',
    severity: 'error',
    file: `${TEMPLATES}/${file}`,
    line: 1,
    column: 1,
    path: '',
    message,
  });
  return [
    ...names
      .filter((name) => !NAME.test(name))
      .map((name) =>
        report(
          `${name}/landing.json`,
          `The folder "${name}" is not the name of a template. Rename it, with small letters, digits and single hyphens, or remove it.`,
        ),
      ),
    ...listFiles(root, [TEMPLATES])
      .filter((file) => file.split('/').length === 2 && !file.includes('/.'))
      .map((file) =>
        report(
          file.slice(TEMPLATES.length + 1),
          `The file "${file}" is not used. Each template has a folder of its own. Move the file there, or remove it.`,
        ),
      ),
  ];
}

function isCommon(file: string): boolean {
  if (/^(?:locales|journeys)\//.test(file) || file.endsWith('pins.json')) return false;
  const kind = identify(file)?.kind;
  return kind === undefined ? !file.startsWith('pages-config/') : !OF_THIS_SITE.has(kind);
}

interface TemplateFiles {
  /** `landing-templates/<name>/` */
  readonly folder: string;
  /** Texts of the JSON files, by path in the folder. */
  readonly texts: ReadonlyMap<string, string>;
  readonly images: readonly string[];
  readonly others: readonly string[];
  readonly hash: string;
}

const TEXT = /^(?:(?:landing|form|brand|claims)|texts\/[a-z]{2}(?:-[A-Z]{2})?)\.json$/;
const IMAGE = /^images\/[^/]+\.(?:jpg|png|webp|avif)$/;

function readFiles(root: string, name: string): TemplateFiles {
  const folder = `${TEMPLATES}/${name}/`;
  const files = listFiles(root, [folder]).map((file) => file.slice(folder.length));
  const texts = new Map(
    files.filter((file) => TEXT.test(file)).map((file) => [file, readFileSync(join(root, folder, file), 'utf8')]),
  );
  const describe = (file: string): string => {
    const { size, mtimeMs } = statSync(join(root, folder, file));
    return `${file} ${size} ${mtimeMs}`;
  };
  const others = files.filter((file) => !texts.has(file));
  return {
    folder,
    texts,
    images: others.filter((file) => IMAGE.test(file)),
    others: others.filter((file) => !IMAGE.test(file) && !/(?:^|\/)\.[^/]*$/.test(file)),
    hash: [...[...texts].map(([file, text]) => hashOfFile(folder + file, text)), ...others.map(describe)].join(' '),
  };
}

/** Names of a template's files in the site that it is inspected in. */
const inSite = (file: string): string =>
  file.startsWith('texts/')
    ? file.replace(/^texts\/(.+)\.json$/, 'locales/$1/template.json')
    : file
        .replace(/^images\//, 'images/template/')
        .replace(/^(landing|form|brand)\.json$/, 'pages-config/$1s/template.json');

async function inspectTemplate(
  template: TemplateFiles,
  common: readonly Source[],
  { root, input, today, memory }: CheckedSite,
): Promise<readonly Finding[]> {
  const { folder, texts, images, others } = template;
  const parse = (file: string): Source => parseSource(folder + file, texts.get(file) ?? '{}');
  const [claims, brand] = [parse('claims.json'), parse('brand.json')];
  const broken = [claims, brand].find(({ value, problems }) => !isObject(value) || problems.length > 0);
  if (broken !== undefined) return toFindings(inspectSource(broken), new Map([[broken.file, broken]]));
  const readShared = (name: string): JsonObject => {
    const value = common.find(({ file }) => file === name)?.value;
    return isObject(value) ? value : {};
  };
  const site = readShared(SITE_FILE);
  const languages = isObject(site['locales']) ? listStrings(site['locales']['available']) : [];
  const english = texts.get('texts/en.json');
  const shown = [...texts.keys()].filter((file) => file !== 'claims.json' && !isOfOtherLanguage(file, languages));
  const ofImages = others.filter((file) => file.startsWith('images/'));
  const own = new Map([...shown, ...images, ...ofImages].map((file) => [inSite(file), folder + file]));
  const layer = new Map([
    ...common.map(({ file, text }) => [file, text] as const),
    ...shown.map((file) => [inSite(file), texts.get(file) ?? ''] as const),
    ...languages.flatMap((locale) => {
      // Languages that the template is not written in get its English texts.
      const file = inSite(`texts/${locale}.json`);
      return own.has(file) || english === undefined ? [] : [[file, english] as const];
    }),
    ...listMissingFragments(texts.get('landing.json') ?? '', common).map((file) => [file, NO_FRAGMENT] as const),
    [SITE_FILE, withClaims(site, claims, today)] as const,
    ...(texts.has('brand.json')
      ? [
          [
            inSite('brand.json'),
            JSON.stringify(buildTemplateBrand(brand.value as JsonObject, readShared(BRAND_FILE))),
          ] as const,
        ]
      : []),
  ]);
  const { imageFiles } = await inspectImages(join(root, folder), { images }, memory);
  const landing = inSite('landing.json');
  const strays = others.map((file) => (ofImages.includes(file) ? inSite(file) : folder + file));
  const { findings } = inspectOn(
    {
      ...input,
      layers: [{ name: 'files', files: layer }],
      images: images.map(inSite),
      imageFiles: new Map([...imageFiles].map(([file, image]) => [inSite(file), image])),
      videoFiles: new Map(),
      strays,
      unreadable:
        texts.has('landing.json') || strays.length > 0
          ? new Map()
          : new Map([[landing, 'The template has no landing.json, so that no landing can begin as it.']]),
    },
    today,
    undefined,
    (finding) => {
      const { file, path } = finding.location;
      if (file === SITE_FILE) return path[0] === 'claims' && Object.hasOwn(claims.value as object, String(path[1]));
      return (own.has(file) || file === landing || strays.includes(file)) && !isOfLanding(finding);
    },
  );
  const rename = (text: string | undefined): string | undefined =>
    text && [...own].reduce((renamed, [name, file]) => renamed.replaceAll(name, file), text);
  return [
    ...listUnneeded(template, parse('landing.json'), findings),
    ...findings.map((finding) => ({
      ...finding,
      ...(finding.file === SITE_FILE
        ? locatePath(finding, claims, 1)
        : finding.file === inSite('brand.json')
          ? locatePath(finding, brand, 0)
          : { file: finding.file === landing ? `${folder}landing.json` : (own.get(finding.file) ?? finding.file) }),
      message: rename(finding.message) ?? '',
      expected: rename(finding.expected),
      suggestion: rename(finding.suggestion),
      fix: undefined,
    })),
  ];
}

/** An address, which a landing gets when it is written, and images that no document of the template names. */
function listUnneeded(
  { folder, texts, images }: TemplateFiles,
  landing: Source,
  others: readonly Finding[],
): readonly Finding[] {
  if (!isObject(landing.value) || !texts.has('landing.json')) return [];
  const documents = [...texts].flatMap(([file, text]) => (file.startsWith('texts/') ? [] : [text]));
  const common = { severity: 'warning' as const, line: 1, column: 1, path: '' };
  // An image that is missing may have another name now.
  const isRenamed = others.some(({ rule }) => rule === 'unknown-image');
  const unused = images
    .filter((file) => !isRenamed && !documents.some((text) => text.includes(`"${inSite(file)}"`)))
    .map((file) => ({
      ...common,
      rule: 'unused-document',
      file: folder + file,
      message: 'No document of the template names this image. Show it, or delete it.',
    }));
  if (landing.value['slug'] === undefined) return unused;
  const offset = findOffset(landing, { file: landing.file, path: ['slug'], at: 'key' });
  return [
    ...unused,
    {
      ...common,
      rule: 'schema',
      severity: 'error',
      file: landing.file,
      ...locateOffset(landing.text, offset),
      path: 'slug',
      message:
        'A template has no "slug": a landing gets its address when it is written as the template. Take the line out.',
    },
  ];
}

const isOfOtherLanguage = (file: string, languages: readonly string[]): boolean =>
  file.startsWith('texts/') && !languages.includes(file.slice('texts/'.length, -'.json'.length));

/** The site with the claims of a template, which precede its own. */
function withClaims({ claims: known, ...site }: JsonObject, { value: own }: Source, today: string): string {
  const moved = isObject(own) ? moveDates(own, today) : {};
  return JSON.stringify({ ...site, claims: { ...(isObject(known) && known), ...moved } });
}

/** Links and policies that the site does not have are left out of a landing, which gets an address when it is written. */
const isOfLanding = ({ rule, location: { file, path }, mark, suggestion }: RuleFinding): boolean =>
  ((rule === 'unknown-link' || mark?.startsWith('link ') === true || path.at(-1) === 'policy') &&
    suggestion === undefined) ||
  (rule === 'unused-document' && file === inSite('landing.json'));

const NO_FRAGMENT = '{ "version": 4, "blocks": [] }';

/** Files of fragments that the site does not have, which are left out of a landing, too; a name like that of another one is misspelt. */
function listMissingFragments(landing: string, common: readonly Source[]): readonly string[] {
  const known = common.flatMap(({ file }) => /^pages-config\/fragments\/(.+)\.json$/.exec(file)?.[1] ?? []);
  return [...landing.matchAll(/"fragment"\s*:\s*"fragments\/([\w/-]+)"/g)].flatMap(([, name = '']) =>
    known.includes(name) || suggestName(name, known) !== undefined ? [] : [`pages-config/fragments/${name}.json`],
  );
}

/**
 * The place of a finding in the part that a template contributes to a document.
 *
 * @param depth of that part, such as 1 for `claims.discount.value`
 */
function locatePath(
  { path }: Finding,
  source: Source,
  depth: number,
): Pick<Finding, 'file' | 'line' | 'column' | 'path'> {
  const names = path.split('.').slice(depth);
  const offset = findOffset(source, { file: source.file, path: names, at: names.length === 1 ? 'key' : undefined });
  return { file: source.file, path: names.join('.'), ...locateOffset(source.text, offset) };
}

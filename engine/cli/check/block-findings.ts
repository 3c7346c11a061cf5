import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUserError } from '#engine/shared/errors.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { toFindings } from '#engine/documents/findings.ts';
import { inspectSource } from '#engine/documents/inspect.ts';
import { hashOfFile, inspectPart, type CheckCache } from '#engine/documents/check-cache.ts';
import { parseSource } from '#engine/documents/source.ts';
import { blockValidators, type Validate } from '#schemas/generated/validators.js';
import { sha256 } from '#engine/shared/hash.ts';
import { hashFiles, listFiles } from './hash-files.ts';
import { refuseSource } from '../gen/refuse-source.ts';
import { hashSource } from './hash-source.ts';
import { toSourceFinding } from '../gen/source-finding.ts';
import { readSource, type GeneratorInput } from '../gen/source.ts';

const validators: Readonly<Record<string, Validate>> = blockValidators;

/** Rules about names of texts and pages, which are unknown while a file is unreadable. */
const OF_NAMES: ReadonlySet<string> = new Set(['unknown-text', 'unknown-document']);

/**
 * Findings of `gen` in blocks and layouts, so that `check` and `gen` report the same errors (L2).
 *
 * @param ofDocuments all other findings
 * @param read inputs of `gen`
 */
export async function listBlockFindings(
  root: string,
  ofDocuments: readonly Finding[],
  checkCache?: CheckCache,
  read: () => GeneratorInput = () => readSource(root),
): Promise<readonly Finding[]> {
  // While the languages are invalid, every text of every example would be reported.
  if (!existsSync(join(root, 'blocks')) || ofDocuments.some(isOfLanguages)) return [];
  const unreadable = new Set(ofDocuments.filter(({ rule }) => rule === 'json').map(({ file }) => file));
  const ofJourneys = notationOfJourneys(root, checkCache).filter(({ file }) => !unreadable.has(file));
  if (ofJourneys.length > 0) return ofJourneys;
  const result = tryToRead(root, read);
  if ('mistake' in result) return ofDocuments.some(({ severity }) => severity === 'error') ? [] : [result.mistake];
  const { source } = result;
  const findValidator = (type: string): Validate | undefined => validators[type];
  // A missing colour is reported where the brand refers to it.
  const colours = new Set(
    ofDocuments.flatMap(({ rule, found = '' }) => (rule === 'unknown-colour' ? [`"--c-${found.slice(1)}`] : [])),
  );
  // A page, an image or a link that documents refer to as well is reported there.
  const missing = new Set(
    ofDocuments.flatMap(({ rule, file, found = '', suggestion }) =>
      NAMES_OF_DOCUMENTS.has(rule)
        ? [readName(found)]
        : /^(?:images|videos)\//.test(file)
          ? [file.toLowerCase(), ...(suggestion === undefined ? [] : [suggestion])]
          : [],
    ),
  );
  // A misnamed text is missing under its correct name everywhere.
  const namespaces = new Set(
    ofDocuments.flatMap(({ file, severity, suggestion = '' }) =>
      severity === 'error' ? [/^locales\/[^/]+\/([^/]+)\.json$/.exec(file)?.[1] ?? '', suggestion] : [],
    ),
  );
  const part = `blocks ${hashBlockInputs(root, source)}`;
  if (checkCache?.has(part) === true) return [];
  // Loaded only when blocks changed: parsers of code and styles are native libraries.
  const { findBlockMistakes } = await import('../gen/find-block-mistakes.ts');
  const findings = findBlockMistakes(root, source, { missing: 'warning', findValidator });
  if (findings.length === 0) checkCache?.add(part);
  return findings.filter(
    ({ file, rule, found = '' }) =>
      !unreadable.has(file) &&
      !colours.has(found) &&
      !(
        (rule.startsWith('unknown-') || rule === 'video-file') &&
        [readName(found), readName(found).toLowerCase()].some((name) => missing.has(name))
      ) &&
      !(OF_NAMES.has(rule) && (unreadable.size > 0 || namespaces.has(readFoundNamespace(found)))),
  );
}

const NAMES_OF_DOCUMENTS: ReadonlySet<string> = new Set([
  'unknown-document',
  'unknown-image',
  'unknown-link',
  'text-markup',
]);

/** `pages/about-us` of the quoted target `"pages/about-us#stores"`. */
const readName = (found: string): string => found.replace(/[?#].*/, '').replaceAll('"', '');

const isOfLanguages = ({ file, path, severity }: Finding): boolean =>
  file === 'pages-config/site.json' && path.startsWith('locales.available') && severity === 'error';

/** `landing` for the quoted text key `"landing.title"`. */
const readFoundNamespace = (found: string): string => /^"([^."]+)\./.exec(found)?.[1] ?? '';

/** The inputs of `gen`, or the errors that prevent it: it reads languages, names and schemas of documents. */
function tryToRead(
  root: string,
  read: () => GeneratorInput,
): { readonly source: GeneratorInput } | { readonly mistake: Finding } {
  try {
    const source = read();
    refuseSource(source);
    return { source };
  } catch (error) {
    if (isUserError(error)) return { mistake: toSourceFinding(root, error) };
    throw error;
  }
}

/** Hash of all inputs of block findings except code: their files, and available names. */
export function hashBlockInputs(root: string, source: GeneratorInput): string {
  const ofBlocks = ['blocks', 'engine/block-kit', ...source.journeys.map(({ folder }) => `${folder}/blocks`)];
  const brand = join(root, 'pages-config/brand.json');
  return [
    hashFiles(root, ofBlocks),
    hashSource(source, new Set(['bases', 'texts', 'claims'])),
    existsSync(brand) && sha256(readFileSync(brand, 'utf8')),
  ].join(' ');
}

/** Schema sources that document rules do not read. */
function notationOfJourneys(root: string, cache: CheckCache | undefined): readonly Finding[] {
  return listFiles(root, ['journeys'])
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const inspect = (): readonly Finding[] => {
        const source = parseSource(file, text);
        const reports = inspectSource(source).filter(({ rule }) => rule === 'json');
        return toFindings(reports, new Map([[file, source]]));
      };
      return inspectPart(cache, () => `notation ${hashOfFile(file, text)}`, inspect);
    });
}

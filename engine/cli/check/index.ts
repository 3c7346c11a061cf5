import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ASSET_CACHE } from '#engine/shared/asset-cache.ts';
import type { Finding, TextEdit } from '#engine/shared/finding.ts';
import { compareFindings } from '#engine/documents/finding-draft.ts';
import type { Project } from '#engine/documents/project.ts';
import { inspectFonts } from '#engine/compile/assets/inspect-fonts.ts';
import { type InspectedGrades, inspectGrades, writeGrades } from '#engine/compile/assets/inspect-grades.ts';
import { inspectImages } from '#engine/compile/assets/inspect-images.ts';
import { LookMemory } from '#engine/compile/assets/look-memory.ts';
import { buildBrand } from '#engine/documents/brand/brand.ts';
import { readBrand } from '#engine/documents/brand/read-brand.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { inspectAgain, inspectOn } from '#engine/documents/resolve.ts';
import { hashOfSource, type SoundParts } from '#engine/documents/sound-parts.ts';
import type { GradedCrop } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type Output, standardOutput } from '../output.ts';
import { misuse, readArguments, UsageError } from '../usage.ts';
import { editorFolder } from '../gen/editor.ts';
import { tryToReadSource, updateEditorSchemas } from '../gen/editor-files.ts';
import { hashSource } from './hash-source.ts';
import { type GeneratorInput, readSource } from '../gen/source.ts';
import { accept } from './accept.ts';
import { applyEdits } from '#engine/documents/apply-edits.ts';
import { blockFindings } from './block-findings.ts';
import { hashFiles } from './hash-files.ts';
import { formatText, summarize } from './format-text.ts';
import { readPins, writePins } from './pins.ts';
import { readWeights } from './read-weights.ts';
import { SoundMemory } from './sound-memory.ts';
import { toSarif } from './to-sarif.ts';
import { localDeployment } from '../local-deployment.ts';

export const usage = {
  name: 'check',
  summary: 'Checks all documents and texts.',
  calls: {
    '': 'every finding of all files',
    '--accept [document]':
      'what bases said and say under changes of variants; with a document its changes are taken to fit still',
    '--experiment <key>': 'renders and weighs every variation of an experiment, as if it were live; needs a build',
    '--codes': 'finds routes and slugs that equal a code which was handed out; needs the settings of the server',
  },
  options: {
    fix: { type: 'boolean', default: false, does: 'make all changes that are safe' },
    accept: {
      type: 'boolean',
      default: false,
      does: 'look at changes whose base moved, and accept those of a document',
    },
    format: { type: 'string', default: 'text', value: 'text|json|sarif', does: 'how findings are written' },
    max: { type: 'string', value: '<number>', does: 'show no more than so many findings' },
  },
  words: 1,
} as const;

const formats = ['text', 'json', 'sarif'];

/**
 * `npm run check` (D4): every finding of all files in one run, sorted by file and position.
 * The exit code is 1 when there is an error and 0 otherwise; warnings alone do not fail.
 */
export async function run(args: readonly string[], root: string, output: Output = standardOutput): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const { format } = values;
  if (!formats.includes(format))
    throw new UsageError(`The format "${format}" does not exist. Choose one of ${formats.join(', ')}.`);
  const max = values.max === undefined ? undefined : readNumber(values.max);
  const [document] = positionals;
  if (values.accept) return acceptBases(root, document, output);
  if (document !== undefined) throw misuse(usage, `"${document}" is one word too many.`);

  let { findings, project, grades, finish } = await check(root);
  let fixed = 0;
  if (values.fix) {
    fixed = await fix(findings, root);
    if (fixed > 0) ({ findings, project, grades, finish } = await check(root));
    await writePins(root, project);
    if (findings.every(({ severity }) => severity !== 'error')) await writeGrades(root, grades);
  }
  if (format === 'json') output.write(`${JSON.stringify(findings, null, 2)}\n`);
  else if (format === 'sarif') output.write(`${JSON.stringify(toSarif(findings), null, 2)}\n`);
  else {
    for (const finding of findings.slice(0, max)) output.write(`${formatText(finding, output.colours)}\n`);
    output.write(`${summarize(findings, { fixed, shown: Math.min(max ?? findings.length, findings.length) })}\n`);
  }
  finish();
  return findings.some((finding) => finding.severity === 'error') ? 1 : 0;
}

interface Checked {
  readonly findings: readonly Finding[];
  readonly project: Project;
  readonly grades: InspectedGrades;
  /** What nobody has to wait for: brings up to date what editors complete names by, and the memory of sound parts. */
  readonly finish: () => void;
}

async function check(root: string): Promise<Checked> {
  const memory = new LookMemory(root);
  const files = await inspectFonts(await inspectImages(root, await readProject(root), memory), memory, root);
  const today = new Date().toISOString().slice(0, 10);
  const sound = new SoundMemory(root);
  const input = { ...files, deployment: localDeployment, journeys, sound };
  const inspected = inspectOn(input, today);
  const { findings: ofDocuments, project } = inspected;
  const isSound = ofDocuments.every(({ severity }) => severity !== 'error');
  const weights = isSound ? await readWeights(root, project.expanded) : [];
  const ofWeights = weights.length === 0 ? [] : inspectAgain(inspected, { ...project, weights }, 'page-weight');
  const grades = isSound ? await inspectProjectGrades(root, project, memory) : noGrades;
  memory.save();
  const ofGrades =
    grades.crossing.length === 0
      ? []
      : inspectAgain(inspected, { ...project, crossing: grades.crossing }, 'picture-grade');
  let source: GeneratorInput | undefined;
  const read = (): GeneratorInput => (source ??= readSource(root, project.expanded));
  const ofBlocks = blockFindings(root, ofDocuments, sound, read);
  const findings = [...ofDocuments, ...ofWeights, ...ofGrades, ...ofBlocks].toSorted(compareFindings);
  const finish = (): void => {
    if (existsSync(join(root, 'blocks'))) completeEditorSchemas(root, project, sound, read);
    sound.save();
  };
  return { findings, project, grades, finish };
}

/** Brings up to date what editors complete names by, unless nothing changed that is in it. */
function completeEditorSchemas(root: string, project: Project, sound: SoundParts, read: () => GeneratorInput): void {
  const source = tryToReadSource(read);
  if (source === null) return;
  const ofDocuments = [...project.written.values()].map(({ source: written }) => hashOfSource(written));
  const computePart = (): string =>
    ['editor', hashSource(source, new Set(['bases'])), ...ofDocuments, hashFiles(root, [editorFolder])].join(' ');
  if (sound.has(computePart())) return;
  if (updateEditorSchemas(root, source)) sound.add(computePart());
}

const noGrades: InspectedGrades = { crossing: [], held: new Map() };

/** Only documents without an error have crops of the right shape. */
async function inspectProjectGrades(
  root: string,
  { uses, written }: Project,
  memory: LookMemory,
): Promise<InspectedGrades> {
  const brand = readBrand(written.get('brand'));
  if (brand === null) return noGrades;
  const { imageGround: ground } = buildBrand(brand);
  return inspectGrades(uses.graded as readonly GradedCrop[], {
    root,
    ground,
    memory,
    cacheDir: join(root, ASSET_CACHE),
  });
}

/** `--accept`: shows what moved under changes of variants; those of the document that is named get new pins. */
async function acceptBases(root: string, document: string | undefined, output: Output): Promise<number> {
  const { project, finish } = await check(root);
  finish();
  const { views, edits } = accept(project, await readPins(root), document);
  output.write(views === '' ? 'No base moved under a change.\n' : `${views}\n`);
  if (document === undefined) {
    if (views !== '')
      output.write(
        'Nothing was accepted. "npm run check -- --accept <document>" takes the changes of one to fit still.\n',
      );
    return views === '' ? 0 : 1;
  }
  await applyToFiles(edits, root);
  await writePins(root, (await check(root)).project);
  output.write(`${edits.length === 1 ? 'One change is' : `${edits.length} changes are`} accepted.\n`);
  return 0;
}

/** Makes all safe changes; says how many. */
async function fix(findings: readonly Finding[], root: string): Promise<number> {
  const edits = findings.flatMap((finding) => finding.fix ?? []);
  await applyToFiles(edits, root);
  return edits.length;
}

async function applyToFiles(edits: readonly TextEdit[], root: string): Promise<void> {
  for (const [file, own] of Map.groupBy(edits, (edit) => edit.file)) {
    const path = join(root, file);
    await writeFile(path, applyEdits(await readFile(path, 'utf8'), own));
  }
}

function readNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`"--max" needs a whole number, not "${text}".`);
  return Number(text);
}

import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ASSET_CACHE } from '#engine/shared/asset-cache.ts';
import type { Finding, TextEdit } from '#engine/shared/finding.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { compareFindings } from '#engine/documents/finding-draft.ts';
import type { Project } from '#engine/documents/project.ts';
import { inspectFonts } from '#engine/compile/assets/inspect-fonts.ts';
import { type InspectedGrades, inspectGrades, writeGrades } from '#engine/compile/assets/inspect-grades.ts';
import { inspectImages } from '#engine/compile/assets/inspect-images.ts';
import { InspectionCache } from '#engine/compile/assets/inspection-cache.ts';
import { buildBrand } from '#engine/documents/brand/brand.ts';
import { readBrand } from '#engine/documents/brand/read-brand.ts';
import { type ReadText, readProject } from '#engine/documents/read-project.ts';
import { inspectAgain, inspectOn } from '#engine/documents/resolve.ts';
import { hashOfSource, type CheckCache } from '#engine/documents/check-cache.ts';
import type { GradedCrop } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import type { Output } from '../output.ts';
import { editorFolder } from '../gen/editor-folder.ts';
import { hashSource } from './hash-source.ts';
import { type GeneratorInput, readSource, tryToReadSource } from '../gen/source.ts';
import { accept } from './accept.ts';
import { applyEdits } from '#engine/documents/apply-edits.ts';
import { listBlockFindings } from './block-findings.ts';
import { TEMPLATES } from '#engine/documents/landing-templates/read-template.ts';
import { listTemplateFindings } from './template-findings.ts';
import { describeFiles } from './file-state.ts';
import { readPins, writePins } from './pins.ts';
import { readToday } from './read-today.ts';
import { readWeights } from './read-weights.ts';
import { StoredCheckCache } from './stored-check-cache.ts';
import { localDeployment } from '../local-deployment.ts';

/** Result of a run. */
export interface Found {
  readonly findings: readonly Finding[];
  /** Number of fixed findings. */
  readonly fixed: number;
  /** Updates the editor schemas and the cache after the output; returns whether that succeeded. */
  readonly finish: () => Promise<boolean>;
}

interface Checked extends Omit<Found, 'fixed'> {
  readonly project: Project;
  readonly grades: InspectedGrades;
}

/** Takes a third of the time that reading without blocking takes, for which a command has no use. */
const readAtOnce: ReadText = async (path) => readFileSync(path, 'utf8');

/** What is wrong in `landing-templates/`. */
export async function checkTemplates(root: string): Promise<readonly Finding[]> {
  const { findings } = await checkProject(root);
  return findings.filter(({ file }) => file.startsWith(`${TEMPLATES}/`));
}

/** @param today ISO 8601 date */
export async function checkProject(root: string, today = readToday()): Promise<Checked> {
  const memory = new InspectionCache(root);
  const files = await inspectFonts(
    await inspectImages(root, await readProject(root, readAtOnce), memory),
    memory,
    root,
  );
  const checkCache = new StoredCheckCache(root);
  const input = { ...files, deployment: localDeployment, journeys, checkCache };
  const inspected = inspectOn(input, today);
  const { findings: ofDocuments, project } = inspected;
  const isWithoutErrors = ofDocuments.every(({ severity }) => severity !== 'error');
  const weights = isWithoutErrors ? await readWeights(root, project.expanded) : [];
  const ofWeights = weights.length === 0 ? [] : inspectAgain(inspected, { ...project, weights }, 'page-weight');
  const grades = isWithoutErrors ? await inspectProjectGrades(root, project, memory) : noGrades;
  const ofGrades =
    grades.crossing.length === 0
      ? []
      : inspectAgain(inspected, { ...project, crossing: grades.crossing }, 'picture-grade');
  let source: GeneratorInput | undefined;
  const read = (): GeneratorInput => (source ??= readSource(root, project.expanded));
  const ofBlocks = await listBlockFindings(root, ofDocuments, checkCache, read);
  const ofTemplates = await listTemplateFindings({ root, input, inspected, today, memory });
  memory.save();
  const findings = [...ofDocuments, ...ofWeights, ...ofGrades, ...ofBlocks, ...ofTemplates].toSorted(compareFindings);
  const finish = async (): Promise<boolean> => {
    const isComplete =
      !existsSync(join(root, 'blocks')) || (await completeEditorSchemas(root, project, checkCache, read));
    checkCache.save();
    return isComplete;
  };
  return { findings, project, grades, finish };
}

/** Updates the editor schemas if their inputs changed; returns whether they are current. */
async function completeEditorSchemas(
  root: string,
  project: Project,
  cache: CheckCache,
  read: () => GeneratorInput,
): Promise<boolean> {
  const source = tryToReadSource(read);
  if (source === null) return false;
  const ofDocuments = [...project.written.values()].map(({ source: written }) => hashOfSource(written));
  const computeParts = (): readonly [ofNames: string, whole: string] => {
    const ofSource = hashSource(source, new Set(['bases']));
    const ofNames = `editor ${ofSource} ${hashBlockIds(source)} ${describeFiles(join(root, editorFolder))}`;
    return [ofNames, [ofNames, ...ofDocuments].join(' ')];
  };
  const [ofNames, whole] = computeParts();
  const haveNames = cache.has(ofNames);
  if (cache.has(whole)) return true;
  const { updateEditorSchemas } = await import('../gen/editor-files.ts');
  const isWritten = updateEditorSchemas(root, source, haveNames);
  if (isWritten) for (const part of computeParts()) cache.add(part);
  return isWritten;
}

const hashBlockIds = memoizePerObject(({ bases }: GeneratorInput) =>
  sha256(JSON.stringify(bases.map(({ blocks, ...base }) => [base, blocks.map(({ id }) => id)]))),
);

const noGrades: InspectedGrades = { crossing: [], held: new Map() };

/** Crops are only valid in documents without errors. */
async function inspectProjectGrades(
  root: string,
  { uses, written }: Project,
  memory: InspectionCache,
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

/** `--accept`: shows changes of bases, and updates the pins of the named document. */
export async function acceptBases(root: string, document: string | undefined, output: Output): Promise<number> {
  const { project, finish } = await checkProject(root);
  await finish();
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
  await writePins(root, (await checkProject(root)).project);
  output.write(`${edits.length === 1 ? 'One change is' : `${edits.length} changes are`} accepted.\n`);
  return 0;
}

/** Applies all safe fixes, and checks again. */
export async function fixProject(root: string): Promise<Found> {
  let checked = await checkProject(root);
  const fixed = await fix(checked.findings, root);
  if (fixed > 0) checked = await checkProject(root);
  const { findings, project, grades, finish } = checked;
  await writePins(root, project);
  if (findings.every(({ severity }) => severity !== 'error')) await writeGrades(root, grades);
  return { findings, fixed, finish };
}

/** Applies all safe fixes; returns their number. */
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

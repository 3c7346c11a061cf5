import { byName } from '#engine/shared/by-name.ts';
import { type Default, withDefaults } from '#engine/shared/defaults.ts';
import { type FormChoice, formChoices } from '#schemas/generated/block-forms.ts';
import { blockDefaults } from '#schemas/generated/defaults.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';
import type { ExpandedDocument } from '../inheritance/expander.ts';
import { type Tree, getChildren } from '../inheritance/tree.ts';
import { findStepNamed, getSteps } from '../journeys/flow.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Path } from '../source-location.ts';
import type { Project } from '../project.ts';
import type { DocumentId } from '../types.ts';
import { type CheckedJourney, listCheckedJourneys } from './checked-journey.ts';

const infoByType = byName<BlockInfo>(blockInfo);
const defaultsByType = byName<readonly Default[]>(blockDefaults);

const choiceByType = byName<FormChoice>(formChoices);

/** A form, and the block that shows it. */
export interface JourneyFormUse {
  readonly form: string;
  readonly block: JsonObject;
  /** Of the block and those around it. */
  readonly when: JsonObject;
}

/** Cached by project, because unchanged documents show other forms once the steps of a journey change. */
const known = new WeakMap<Project['expanded'], Map<ExpandedDocument, readonly JourneyFormUse[]>>();

/** Forms of the blocks of a document that are rendered, regardless of conditions. */
export function listJourneyFormUses(document: ExpandedDocument, project: Shown): readonly JourneyFormUse[] {
  const ofProject = known.get(project.expanded) ?? new Map<ExpandedDocument, readonly JourneyFormUse[]>();
  known.set(project.expanded, ofProject);
  const forms = ofProject.get(document) ?? formsIn(document.shown, flowsFor(document, project), {});
  ofProject.set(document, forms);
  return forms;
}

/** Names of the forms of the blocks of a document, regardless of conditions. */
export function listFormsOn(document: ExpandedDocument, project: Shown): ReadonlySet<string> {
  return new Set(listJourneyFormUses(document, project).map(({ form }) => form));
}

type Shown = Pick<Project, 'expanded' | 'written'>;

/** Flow of a document, and the flows that the journeys have. */
interface Flows {
  readonly own: string | undefined;
  readonly all: readonly CheckedJourney[];
}

function flowsFor({ head }: ExpandedDocument, project: Shown): Flows {
  const own = head['flow'];
  return {
    own: typeof own === 'string' ? own : undefined,
    all: listCheckedJourneys(project),
  };
}

function formsIn(tree: Tree, flows: Flows, around: JsonObject): readonly JourneyFormUse[] {
  return tree.flatMap((block) => {
    const when = isObject(block['when']) ? { ...around, ...block['when'] } : around;
    return [
      ...formsOfBlock(block, flows).map((form) => ({ form, block, when })),
      ...formsIn(getChildren(block), flows, when),
    ];
  });
}

function formsOfBlock(block: JsonObject, { own, all }: Flows): readonly string[] {
  const type = String(block['type']);
  const choice = choiceByType[type];
  if (choice === undefined) return infoByType[type]?.forms ?? [];
  if ('documents' in choice) return [];
  const value = withDefaults(block, defaultsByType[type] ?? [])[choice.property];
  if ('forms' in choice) return [choice.forms[String(value)] ?? []].flat();
  const meant = all.filter(({ name }) => choice.journey === undefined || name === choice.journey);
  const steps = meant.flatMap(({ document }) =>
    typeof value === 'string' ? (findStepNamed(document, value)?.step ?? []) : getSteps(document, own).slice(0, 1),
  );
  return steps.slice(0, 1).map(({ form }) => form);
}

/** Form → the pages and landings that show it. */
export function listPagesByForm(project: Shown): ReadonlyMap<string, readonly DocumentId[]> {
  const before = pagesKnown.get(project.expanded);
  if (before !== undefined) return before;
  const pages = new Map<string, DocumentId[]>();
  for (const document of project.expanded.values()) {
    if (document.written.kind === 'fragment') continue;
    for (const form of listFormsOn(document, project)) pages.set(form, [...(pages.get(form) ?? []), document.id]);
  }
  pagesKnown.set(project.expanded, pages);
  return pages;
}

const pagesKnown = new WeakMap<Project['expanded'], ReadonlyMap<string, readonly DocumentId[]>>();

/** A field of a block, with its position in the block. */
export interface AskedField {
  readonly name: string;
  readonly path: Path;
}

/** The fields of a block, in order; `null` if its code determines them. */
export function findShownFields(block: JsonObject): readonly AskedField[] | null {
  const choice = choiceByType[String(block['type'])];
  const fields = choice !== undefined && 'fields' in choice ? choice.fields : undefined;
  return fields === undefined ? null : [...namesAt(block, fields, [])];
}

function* namesAt(value: unknown, [property, ...others]: readonly string[], path: Path): Generator<AskedField> {
  if (Array.isArray(value)) {
    const rest = property === undefined ? [] : [property, ...others];
    for (const [index, item] of value.entries()) yield* namesAt(item, rest, [...path, index]);
  } else if (property === undefined) {
    if (typeof value === 'string') yield { name: value, path };
  } else if (isObject(value)) {
    yield* namesAt(value[property], others, [...path, property]);
  }
}

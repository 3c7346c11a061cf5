import { type Default, withDefaults } from '#engine/base/defaults.ts';
import { type FormChoice, formChoices } from '#schemas/generated/block-forms.ts';
import { blockDefaults } from '#schemas/generated/defaults.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';
import type { ExpandedDocument } from '../expand/expand.ts';
import { type Tree, childrenOf } from '../expand/tree.ts';
import { stepNamed, stepsOf } from '../journeys/flow.ts';
import type { JsonObject } from '../json.ts';
import type { Project } from '../project.ts';
import type { DocumentId } from '../types.ts';
import { checkedJourneys } from './checked-journey.ts';

const infoByType: Readonly<Record<string, BlockInfo | undefined>> = blockInfo;
const defaultsByType: Readonly<Record<string, readonly Default[] | undefined>> = blockDefaults;

const choiceByType: Readonly<Record<string, FormChoice | undefined>> = formChoices;

/** By project, because documents that stayed as they are show other forms once the steps of a journey change. */
const known = new WeakMap<Project['expanded'], Map<ExpandedDocument, ReadonlySet<string>>>();

/** Forms that the blocks of a document show, whatever their conditions. */
export function formsOn(document: ExpandedDocument, project: Shown): ReadonlySet<string> {
  const ofProject = known.get(project.expanded) ?? new Map<ExpandedDocument, ReadonlySet<string>>();
  known.set(project.expanded, ofProject);
  const forms = ofProject.get(document) ?? new Set(formsIn(document.blocks, flowsFor(document, project)));
  ofProject.set(document, forms);
  return forms;
}

type Shown = Pick<Project, 'expanded' | 'written'>;

/** Flow of a document, and the flows that the journeys have. */
interface Flows {
  readonly own: string | undefined;
  readonly all: readonly Pick<JourneyDocument, 'flows'>[];
}

function flowsFor({ head }: ExpandedDocument, project: Shown): Flows {
  const own = head['flow'];
  return {
    own: typeof own === 'string' ? own : undefined,
    all: checkedJourneys(project).map(({ document }) => document),
  };
}

function formsIn(tree: Tree, flows: Flows): readonly string[] {
  return tree.flatMap((block) => [...formsOfBlock(block, flows), ...formsIn(childrenOf(block), flows)]);
}

function formsOfBlock(block: JsonObject, { own, all }: Flows): readonly string[] {
  const type = String(block['type']);
  const choice = choiceByType[type];
  if (choice === undefined) return infoByType[type]?.forms ?? [];
  const value = withDefaults(block, defaultsByType[type] ?? [])[choice.property];
  if ('forms' in choice) return [choice.forms[String(value)] ?? []].flat();
  const steps = all.flatMap((journey) =>
    typeof value === 'string' ? (stepNamed(journey, value)?.step ?? []) : stepsOf(journey, own).slice(0, 1),
  );
  return steps.slice(0, 1).map(({ form }) => form);
}

/** Form → the pages and landings that show it. */
export function pagesByForm(project: Shown): ReadonlyMap<string, readonly DocumentId[]> {
  const pages = new Map<string, DocumentId[]>();
  for (const document of project.expanded.values()) {
    if (document.written.kind === 'fragment') continue;
    for (const form of formsOn(document, project)) pages.set(form, [...(pages.get(form) ?? []), document.id]);
  }
  return pages;
}

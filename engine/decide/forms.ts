import { stepNamed, stepsOf } from '#engine/documents/journeys/flow.ts';
import type { ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { type FormChoice, formChoices } from '#schemas/generated/block-forms.ts';
import { type FormName, formRules } from '#schemas/generated/forms.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';

const infoByType: Readonly<Record<string, BlockInfo | undefined>> = blockInfo;
const choiceByType: Readonly<Record<string, FormChoice | undefined>> = formChoices;

/** Further inputs of a block's form. */
export interface FormContext {
  readonly site: Pick<Site, 'journeyDocuments'>;
  /** Flow of the document; by default the first one of the journey. */
  readonly flow: string | undefined;
}

/** Forms of a document's blocks and their children. */
export function formsOf(
  { blocks, flow }: Pick<ResolvedDocument, 'blocks' | 'flow'>,
  site: FormContext['site'],
): FormName[] {
  const shown = (block: ResolvedBlock): readonly FormName[] => [
    ...formsOfBlock(block, { site, flow }),
    ...block.blocks.flatMap(shown),
  ];
  return blocks.flatMap(shown);
}

/** Forms that a block shows itself. */
export function formsOfBlock(block: ResolvedBlock, context: FormContext): readonly FormName[] {
  if (!hasChoice(block)) return infoByType[block.type]?.forms ?? [];
  const chosen = chosenForm(block, context);
  return chosen === null ? [] : [chosen];
}

/** Whether a property of the block selects its form. */
export function hasChoice({ type }: Pick<ResolvedBlock, 'type'>): boolean {
  return choiceByType[type] !== undefined;
}

/** The form that a property of the block selects; `null` for a block without such a property, and for an unknown step. */
export function chosenForm(
  { type, props }: Pick<ResolvedBlock, 'type' | 'props'>,
  context: FormContext,
): FormName | null {
  const choice = choiceByType[type];
  if (choice === undefined) return null;
  const value = props[choice.property];
  if ('forms' in choice) return choice.forms[String(value)] ?? null;
  return formOfStep(typeof value === 'string' ? value : undefined, choice.journey, context);
}

/** Form of a step; by default of the first one of the flow. */
function formOfStep(
  name: string | undefined,
  ofJourney: string | undefined,
  { site, flow }: FormContext,
): FormName | null {
  for (const [journeyName, journey] of site.journeyDocuments) {
    if (ofJourney !== undefined && journeyName !== ofJourney) continue;
    const step = name === undefined ? stepsOf(journey, flow)[0] : stepNamed(journey, name)?.step;
    if (step !== undefined && isForm(step.form)) return step.form;
  }
  return null;
}

function isForm(name: string): name is FormName {
  return Object.hasOwn(formRules, name);
}

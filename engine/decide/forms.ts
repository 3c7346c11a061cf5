import { byName } from '#engine/shared/by-name.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { toHtmlId } from '#engine/shared/to-html-id.ts';
import {
  blockForm,
  type BlockForm,
  isBlockForm,
  isFormDocument,
  splitBlockForm,
  type ShownForm,
} from '#engine/shared/shown-form.ts';
import { getFieldRules } from '#engine/documents/forms/field-rules.ts';
import { findFormFields, getFormRules } from '#engine/documents/journeys/form-fields.ts';
import { findStepNamed, getSteps } from '#engine/documents/journeys/flow.ts';
import type { ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';
import { type FormChoice, formChoices, questionProperties } from '#schemas/generated/block-forms.ts';
import type { FieldRules, FormName } from '#schemas/generated/forms.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';

const infoByType = byName<BlockInfo>(blockInfo);
const choiceByType = byName<FormChoice>(formChoices);
const questionsByType = byName<string>(questionProperties);

/** Further inputs of a block's form. */
export interface FormContext {
  readonly site: Pick<Site, 'journeyDocuments'>;
  /** Flow of the document; by default the first one of the journey. */
  readonly flow: string | undefined;
}

/** Forms of journeys that a document's blocks and their children show. */
export function listForms(
  { blocks, flow }: Pick<ResolvedDocument, 'blocks' | 'flow'>,
  site: FormContext['site'],
): FormName[] {
  const shown = (block: ResolvedBlock): readonly FormName[] => [
    ...listBlockForms(block, { site, flow }),
    ...block.blocks.flatMap(shown),
  ];
  return blocks.flatMap(shown);
}

/** Forms of journeys that a block shows itself. */
export function listBlockForms(block: ResolvedBlock, context: FormContext): readonly FormName[] {
  const choice = choiceByType[block.type];
  if (choice === undefined) return infoByType[block.type]?.forms ?? [];
  const chosen = 'documents' in choice ? null : formOfChoice(block, choice, context);
  return chosen === null ? [] : [chosen];
}

/** All forms that a block shows itself. */
export function listShownBlockForms(block: ResolvedBlock, context: FormContext): readonly ShownForm[] {
  const own = findFormDocument(block);
  return own === null ? listBlockForms(block, context) : [own];
}

/** All forms of a document's blocks and their children. */
export function listShownForms({ blocks, flow }: Pick<ResolvedDocument, 'blocks' | 'flow'>, site: FormContext['site']) {
  const shown = (block: ResolvedBlock): readonly ShownForm[] => [
    ...listShownBlockForms(block, { site, flow }),
    ...block.blocks.flatMap(shown),
  ];
  return blocks.flatMap(shown);
}

/** The form document that a block shows; `null` if it shows none. */
export function findFormDocument({ id, type, props }: Pick<ResolvedBlock, 'id' | 'type' | 'props'>): BlockForm | null {
  const choice = choiceByType[type];
  if (choice === undefined || !('documents' in choice)) return null;
  const form = props[choice.property];
  return typeof form === 'string' && isFormDocument(form) ? blockForm(form, toHtmlId(id)) : null;
}

/**
 * The form document with a block's additional questions; `null` without one, and if another server takes the form, which would lose the
 * answers.
 */
export function findQuestions(
  { id, type, props }: Pick<ResolvedBlock, 'id' | 'type' | 'props'>,
  { deployment }: Pick<Site, 'deployment'>,
): BlockForm | null {
  if (deployment.isGraphqlForeign) return null;
  const form = props[questionsByType[type] ?? ''];
  return typeof form === 'string' && isFormDocument(form) ? blockForm(form, toHtmlId(id)) : null;
}

/** Journey forms in which a document's blocks and their children ask additional questions, each with the form document of the questions. */
export function listQuestions(
  { blocks, flow }: Pick<ResolvedDocument, 'blocks' | 'flow'>,
  site: Pick<Site, 'journeyDocuments' | 'deployment'>,
): ReadonlyMap<ShownForm, BlockForm> {
  const asked = (block: ResolvedBlock): readonly (readonly [ShownForm, BlockForm])[] => {
    const own = findQuestions(block, site);
    const forms = own === null ? [] : listBlockForms(block, { site, flow }).map((form) => [form, own] as const);
    return [...forms, ...block.blocks.flatMap(asked)];
  };
  return new Map(blocks.flatMap(asked));
}

/** Whether a property of the block selects its form. */
export function hasChoice({ type }: Pick<ResolvedBlock, 'type'>): boolean {
  return choiceByType[type] !== undefined;
}

/** The form that a property of the block selects; `null` for a block without such a property, and for an unknown step. */
export function findChosenForm(
  block: Pick<ResolvedBlock, 'id' | 'type' | 'props'>,
  context: FormContext,
): ShownForm | null {
  const choice = choiceByType[block.type];
  if (choice === undefined) return null;
  return 'documents' in choice ? findFormDocument(block) : formOfChoice(block, choice, context);
}

type JourneyChoice = Exclude<FormChoice, { readonly documents: true }>;

function formOfChoice(
  { props }: Pick<ResolvedBlock, 'props'>,
  choice: JourneyChoice,
  context: FormContext,
): FormName | null {
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
    const step = name === undefined ? getSteps(journey, flow)[0] : findStepNamed(journey, name)?.step;
    // Checked edge: a step with fields has a journey form.
    if (step !== undefined && findFormFields(step.form, site) !== undefined) return step.form as FormName;
  }
  return null;
}

/** Form documents that a document shows directly or as questions, each once; missing ones are left out. */
export function listShownFormDocuments(
  document: ResolvedDocument,
  site: Pick<Site, 'forms' | 'journeyDocuments' | 'deployment'>,
): readonly FormDocument[] {
  if (site.forms.size === 0) return [];
  const shown = [...listShownForms(document, site).filter(isBlockForm), ...listQuestions(document, site).values()].map(
    (form) => splitBlockForm(form).document,
  );
  return [...new Set(shown)].flatMap((id) => site.forms.get(id) ?? []);
}

const hashForm = memoizePerObject((form: FormDocument) => sha256(toCanonicalJson(form)).slice(0, 16));

/** Hash of the form documents that a document shows, because the document's own hash does not cover them; empty when it shows none. */
export const hashForms = (document: ResolvedDocument, site: Pick<Site, 'forms' | 'journeyDocuments' | 'deployment'>) =>
  listShownFormDocuments(document, site).map(hashForm).join(' ');

/**
 * Rules of a form's fields by field name; none for a form document that the site does not have.
 *
 * @param questions Additional questions of the block.
 */
export function selectFieldRules(
  form: ShownForm,
  site: Pick<Site, 'forms' | 'journeyDocuments'>,
  questions?: BlockForm,
): Readonly<Record<string, Omit<FieldRules, 'messages'>>> {
  if (!isBlockForm(form)) {
    const own = getFormRules(form, site);
    return questions === undefined ? own : { ...selectFieldRules(questions, site), ...own };
  }
  const document = site.forms.get(splitBlockForm(form).document);
  return document === undefined ? {} : Object.fromEntries(getFieldRules(document));
}

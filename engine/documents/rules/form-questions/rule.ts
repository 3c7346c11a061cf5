import { byName } from '#engine/shared/by-name.ts';
import { type FormChoice, formChoices, questionProperties } from '#schemas/generated/block-forms.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';
import { documentValidators } from '#schemas/generated/validators.js';
import type { ExpandedDocument } from '../../inheritance/expander.ts';
import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { getChildren, type Tree } from '../../inheritance/tree.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { hashOfSource } from '../../check-cache.ts';
import { checkEachDocument } from '../../each-document.ts';
import { listCheckedJourneys } from '../../journey-checks/checked-journey.ts';
import { type JourneyFormUse, listJourneyFormUses } from '../../journey-checks/shown-forms.ts';
import { getFormRules } from '../../journeys/form-fields.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { JsonObject } from '../../json.ts';
import type { Project } from '../../project.ts';
import type { Rule } from '../rule.ts';

const propertyByType = byName<string>(questionProperties);
const choiceByType = byName<FormChoice>(formChoices);

/** Properties that are only valid for a form of its own. */
const OWN = ['steps', 'confirm', 'places'] as const;

export const formQuestions: Rule = {
  id: 'form-questions',
  severity: 'error',
  description:
    'A form document with additional questions fits the form of its block, and one that a block shows by itself can be sent.',
  project: (project, rule) =>
    checkEachDocument(
      project,
      rule,
      () => hashOfForms(project.written),
      function* (document) {
        for (const use of listJourneyFormUses(document, project)) yield* checkQuestions(use, project);
        yield* differentQuestions(document, project);
        yield* unsendable(document.blocks, project);
      },
    ),
};

/** Hash of the documents that say what forms are shown and ask. */
const hashOfForms = memoizePerObject((written: Project['written']) =>
  [...written.values()]
    .flatMap(({ kind, source }) => (kind === 'form' || kind === 'journey' ? [hashOfSource(source)] : []))
    .join(' '),
);

/** Id of the form document with the questions of a block, and the property that names it. */
function readQuestions(block: JsonObject): { readonly id: string; readonly property: string } | null {
  const property = propertyByType[String(block['type'])];
  const id = property === undefined ? undefined : block[property];
  return property !== undefined && typeof id === 'string' ? { id, property } : null;
}

/** A valid form document; `undefined` for an invalid or missing one. */
function findForm(
  id: string,
  { written }: Project,
): { readonly file: string; readonly form: FormDocument } | undefined {
  const document = written.get(id);
  if (document?.kind !== 'form' || documentValidators.form(document.value).length > 0) return undefined;
  // Validated above.
  return { file: document.file, form: document.value as unknown as FormDocument };
}

function* checkQuestions({ form: shown, block }: JourneyFormUse, project: Project): Generator<FindingDraft> {
  const asked = readQuestions(block);
  if (asked === null) return;
  const journey = listCheckedJourneys(project).find(({ document }) => Object.hasOwn(document.forms, shown));
  if (journey === undefined) return;
  const { questions, hiddenFields } = journey.names;
  const { forms } = journey.document;
  const takes = (form: string): boolean => questions.includes(forms[form]?.useCase ?? form);
  if (!takes(shown))
    yield {
      location: locateInside(getOrigin(block), [asked.property]),
      message: `The form "${shown}" stores no answers to questions, so that they would be lost.`,
      expected: `no "${asked.property}"; these forms take some: ${Object.keys(forms).filter(takes).join(', ')}`,
      found: asked.id,
    };
  const found = findForm(asked.id, project);
  if (found === undefined) return;
  const { file, form } = found;
  for (const property of OWN)
    if (form[property] !== undefined)
      yield {
        location: { file, path: [property], at: 'key' },
        message: `The form "${shown}" asks these questions in addition to its own fields, where "${property}" has no effect.`,
        expected: `a form document without "${property}"`,
        found: property,
      };
  const own = [...Object.keys(getFormRules(shown, journey)), ...hiddenFields];
  for (const [index, { name }] of form.fields.entries()) {
    const isAddress = name === 'email';
    if (!isAddress && !own.includes(name)) continue;
    yield {
      location: { file, path: ['fields', index, 'name'] },
      message: isAddress
        ? `The form "${shown}" asks these questions, and stores the address of the person as "email" with the answers.`
        : `The form "${shown}" asks these questions and has "${name}" itself: only one of the two answers would arrive.`,
      expected: 'a name that the form does not have',
      found: name,
    };
  }
}

/** Blocks of one page with the same form must have the same questions, because a refused form is identified by name only. */
function* differentQuestions(document: ExpandedDocument, project: Project): Generator<FindingDraft> {
  const first = new Map<string, string | undefined>();
  for (const { form, block } of listJourneyFormUses(document, project)) {
    const id = readQuestions(block)?.id;
    if (first.has(form) && first.get(form) !== id)
      yield {
        location: locateInside(getOrigin(block), [], 'value'),
        message: `Another block of this page shows the form "${form}" with ${describe(first.get(form))}, this one with ${describe(id)}.`,
        expected: 'the same questions in both',
        found: id ?? 'none',
      };
    if (!first.has(form)) first.set(form, id);
  }
}

const describe = (id: string | undefined): string => (id === undefined ? 'no questions' : `those of "${id}"`);

/** A form that only adds questions to other forms has no button. */
function* unsendable(tree: Tree, project: Project): Generator<FindingDraft> {
  for (const block of tree) {
    const choice = choiceByType[String(block['type'])];
    const id = choice !== undefined && 'documents' in choice ? block[choice.property] : undefined;
    const found = typeof id === 'string' ? findForm(id, project) : undefined;
    const form = found?.form;
    if (form !== undefined && (form.submit === undefined || form.sent === undefined))
      yield {
        location: locateInside(getOrigin(block), [choice?.property ?? '']),
        message: `The form "${String(id)}" has no ${form.submit === undefined ? '"submit"' : '"sent"'}, so that it can only ask questions in forms of a journey.`,
        expected: 'a form document with "submit" and "sent"',
        found: id,
        // One without the other is a mistake of the form.
        follows: ['submit', 'sent'].map((property) => ({ file: found?.file ?? '', path: [property] })),
      };
    yield* unsendable(getChildren(block), project);
  }
}

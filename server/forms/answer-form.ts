import { InternalError } from '#engine/shared/errors.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { Site } from '#engine/documents/types.ts';
import { getFormFields } from '#engine/documents/journeys/form-fields.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { JourneyDocument, JourneyForm } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { listQuestions } from '#engine/decide/forms.ts';
import { splitBlockForm } from '#engine/shared/shown-form.ts';
import { type FieldError, validateFields } from '#server/platform/forms/validate-form.ts';
import type { QuestionsPort } from './questions.ts';
import { resolveEffect } from './resolve-effect.ts';
import type { Effect } from './effect.ts';
import type { JourneyHooks, ServerJourney } from './server-journey.ts';
import type { AnyResult, AnyUseCase, FormRoute, MembersPort, Submission } from './use-case.ts';

/** State of a confirmation link. `expired`: the entry does not exist, or the signature is invalid. */
export type ConfirmationState =
  | { readonly state: 'waiting' | 'confirmed'; /** Page that the form stood on. */ readonly document: string | null }
  | { readonly state: 'expired' };

/** A form route with its handler. */
export interface AnsweredForm extends FormRoute {
  answer(submission: Omit<Submission, 'form' | 'questions'>): Promise<Effect>;
  /** Reads a confirmation link from a mail; only form documents have such links. */
  readConfirmation?(token: string): Promise<ConfirmationState>;
}

/** Every form of a site by its path: `/<locale>/do/<path>`. */
export type AnsweredForms = (site: Site) => ReadonlyMap<string, AnsweredForm>;

/** A journey with its document and its use cases. */
export interface DocumentedJourney {
  readonly journey: JourneyHooks;
  readonly document: JourneyDocument;
  readonly useCases: ReadonlyMap<string, AnyUseCase>;
}

/**
 * The forms of the journeys of a site.
 * @param questions handles questions of blocks; without it there are none
 * @throws when the members port lacks a use case of a journey
 */
export function createAnsweredForms(
  journeys: readonly ServerJourney[],
  members: MembersPort,
  questions?: QuestionsPort,
): AnsweredForms {
  for (const { useCases } of journeys) for (const name of Object.keys(useCases)) createPort(name, members);
  return memoizePerObject((site) => {
    const all = listDocumentedJourneys(journeys, site).flatMap((journey) =>
      listAnsweredForms(journey, site, { members, questions }),
    );
    return new Map(all.map((form) => [form.path, form]));
  });
}

/** Journeys with a document in the site. */
export function listDocumentedJourneys(journeys: readonly ServerJourney[], site: Site): readonly DocumentedJourney[] {
  return journeys.flatMap((journey) => {
    const document = site.journeyDocuments.get(journey.name);
    const useCases = new Map(Object.entries<AnyUseCase | undefined>(journey.useCases).flatMap(entryWithValue));
    return document === undefined ? [] : [{ journey, document, useCases }];
  });
}

function entryWithValue<Value>([name, value]: [string, Value | undefined]): [string, Value][] {
  return value === undefined ? [] : [[name, value]];
}

function listAnsweredForms(
  documented: DocumentedJourney,
  site: Site,
  ports: Pick<Behind, 'members' | 'questions'>,
): AnsweredForm[] {
  return Object.entries(documented.document.forms).map(([name, written]) => {
    // Checked edge: rules of the document allow existing forms only.
    const form = name as FormName;
    const useCase = written.useCase === undefined ? undefined : documented.useCases.get(written.useCase);
    if (useCase === undefined && written.useCase !== undefined)
      throw new InternalError(`The journey "${documented.journey.name}" has no use case "${written.useCase}".`);
    return {
      ...buildRoute(form, written, site),
      ...useCase?.route,
      answer: (submission) => answer({ ...submission, form }, { documented, written, useCase, ...ports }),
    };
  });
}

function buildRoute(form: FormName, { post, page, otherwise, again }: JourneyForm, site: Site): FormRoute {
  const path = (id: string): string => createRouteTable(site).paths.get(id) ?? '/';
  return {
    path: post,
    form,
    page: path(page),
    ...(otherwise !== undefined && { fallbackPath: path(otherwise) }),
    refillFacets: again,
  };
}

interface Behind {
  readonly documented: DocumentedJourney;
  readonly written: JourneyForm;
  readonly useCase: AnyUseCase | undefined;
  readonly members: MembersPort;
  readonly questions: QuestionsPort | undefined;
}

type Sent = Omit<Submission, 'questions'>;

async function answer(sent: Sent, behind: Behind): Promise<Effect> {
  const { given, errors } = readQuestions(sent, behind.questions);
  if (errors.length > 0) return { refused: [...findOwnErrors(sent), ...errors] };
  const { place, attribution } = sent;
  let isStored = false;
  const effect = await answerChecked(
    {
      ...sent,
      questions: {
        given,
        async store(tx, answers, email) {
          isStored = true;
          await behind.questions?.store(tx, answers, { email, place, attribution });
        },
      },
    },
    behind,
  );
  if (isStored) behind.questions?.wake();
  return effect;
}

/** Answers to the questions that the block of a form adds. */
function readQuestions(
  { form, place, fields }: Sent,
  questions: QuestionsPort | undefined,
): ReturnType<QuestionsPort['read']> {
  const context = place.document === null ? undefined : listQuestions(place.document, place.site).get(form);
  if (context === undefined || questions === undefined) return { given: [], errors: [] };
  return questions.read({ form: splitBlockForm(context).document, place, fields });
}

/** Errors of the form's own fields, so that all errors are reported at once. The token of a link is no field of the form. */
function findOwnErrors({ form, values, place }: Sent): readonly FieldError[] {
  const checked = validateFields(getFormFields(form, place.site), values);
  return checked.ok ? [] : checked.errors.filter(({ field }) => field !== 'token');
}

async function answerChecked(
  submission: Submission,
  { documented, written, useCase, members }: Behind,
): Promise<Effect> {
  const { journey, document } = documented;
  const { form, place } = submission;
  const isChecked = useCase === undefined || useCase.isChecked === true;
  const checked = isChecked ? validateFields(getFormFields(form, place.site), submission.values) : null;
  const values: object = checked?.ok === true ? checked.value : submission.values;
  const name = written.useCase ?? form;
  const outcome = (answered: AnyResult, request: unknown): Effect =>
    resolveEffect({
      site: place.site,
      document,
      journey,
      hooks: useCase ?? {},
      useCase: name,
      form,
      sent: { ...values },
      caller: 'page',
      answer: answered,
      context: { ...submission, request },
    });
  if (checked?.ok === false) return outcome({ outcome: 'invalid', errors: checked.errors }, null);
  if (useCase === undefined) return outcome({ outcome: 'begun' }, null);
  // Checked edge: a use case with `prepare` gets values that were validated against the form's schema.
  const prepared = await useCase.prepare({ ...submission, values } as never, members);
  if ('outcome' in prepared) return outcome({ ...prepared }, null);
  return outcome(await createPort(name, members)(prepared.request), prepared.request);
}

type Port = (request: unknown) => Promise<AnyResult>;

/** @throws when the members port lacks the use case */
export function createPort(name: string, members: MembersPort): Port {
  const port = (): unknown => Reflect.get(members, name);
  if (typeof port() !== 'function')
    throw new InternalError(`A journey names the use case "${name}", which none implements.`);
  // Checked edge: the types of a journey's use cases guarantee that the members port has each name.
  return (request) => (port() as Port)(request);
}

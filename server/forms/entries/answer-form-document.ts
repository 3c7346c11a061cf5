import { tryLater } from '#engine/shared/refusals.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import {
  BACK_FIELD,
  BLOCK_FIELD,
  blockForm,
  CONFIRMATION_FIELD,
  type FormPhase,
  isFormDocument,
} from '#engine/shared/shown-form.ts';
import { listShownForms } from '#engine/decide/forms.ts';
import { readStep } from '#engine/documents/forms/steps.ts';
import type { Site } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { FormDocument, FormSent, FormSentPage } from '#schemas/generated/documents.ts';
import type { AnsweredForm, AnsweredForms } from '#server/forms/answer-form.ts';
import type { Effect, PhaseEffect, RedirectEffect } from '#server/forms/effect.ts';
import type { Submission } from '#server/forms/use-case.ts';
import type { ConfirmEntryResult } from './confirmation.ts';
import { isClosed } from './is-closed.ts';
import type { FormEntries } from './index.ts';
import { type BrokenRule, readAnswers } from './read-answers.ts';
import type { SubmitFormResult } from './submit-form.ts';

/** Adds the form documents of the site to its forms, by id. */
export function withFormDocuments(forms: AnsweredForms, entries: FormEntries): AnsweredForms {
  return memoizePerObject((site) => new Map([...forms(site), ...listDocuments(site, entries)]));
}

function* listDocuments(site: Site, entries: FormEntries): Generator<[string, AnsweredForm]> {
  for (const [id, form] of site.forms) {
    const { sent } = form;
    // Without `sent`, the form only adds questions to forms of a journey.
    if (!isFormDocument(id) || sent === undefined) continue;
    const page = findPage(id, site);
    yield [
      id,
      {
        path: id,
        form: blockForm(id, ''),
        page,
        isKeyed: true,
        answer: (submission) => answer({ ...submission, id, form: { ...form, sent } }, entries),
        readConfirmation: (token) => entries.readConfirmation({ form: id, token }),
      },
    ];
  }
}

/** A page that shows the form; default: the start page. */
function findPage(id: `forms/${string}`, site: Site): string {
  const { paths } = createRouteTable(site);
  for (const document of site.documents.values()) {
    const path = paths.get(document.id);
    const isShown = listShownForms(document, site).some((shown) => shown.startsWith(`${id}#`));
    if (path !== undefined && isShown) return path;
  }
  return '/';
}

/** A form document that is sent by itself. */
type SentDocument = FormDocument & { readonly sent: FormSent };

interface SubmittedDocument extends Omit<Submission, 'form' | 'questions'> {
  readonly id: string;
  readonly form: SentDocument;
}

async function answer(submission: SubmittedDocument, entries: FormEntries): Promise<Effect> {
  const { id, form, fields, place, network, formKey, attribution, now } = submission;
  const { site, locale, document } = place;
  const token = fields.get(CONFIRMATION_FIELD);
  if (token !== null) return confirmedEffect(await entries.confirmEntry({ site, form: id, token }), id, form, site);
  const block = fields.get(BLOCK_FIELD);
  const places = document === null ? site.documents.values() : [document];
  const way = isClosed(id, places, { block, now }) ? null : followSteps(form, fields);
  if (way !== null) return way;
  const received = await entries.submitForm({
    site,
    form: id,
    fields,
    locale,
    document,
    block,
    query: new URLSearchParams(place.query),
    network,
    formKey,
    attribution,
  });
  return toEffect(received, id, form, site);
}

/** Step navigation before the last step is sent; `null` for a complete form. */
function followSteps(form: FormDocument, fields: URLSearchParams): Effect | null {
  const { steps = [] } = form;
  const stepIndex = readStep(form, fields);
  // Also when the document lost its steps meanwhile: going back stores nothing.
  if (fields.has(BACK_FIELD)) return { stepIndex: Math.max(0, stepIndex - 1) };
  if (stepIndex >= steps.length - 1) return null;
  const asked = new Set(steps.slice(0, stepIndex + 1).flatMap((each) => each.fields));
  const errors = readAnswers(form, fields).errors.filter(({ field }) => asked.has(field));
  return errors.length === 0 ? { stepIndex: stepIndex + 1 } : toRefusal(errors);
}

const toRefusal = (errors: readonly BrokenRule[]): Effect => ({
  refused: errors.map(({ field, rule }) => ({ field, message: rule })),
});

/** Effect of following a confirmation link. */
function confirmedEffect(
  answered: ConfirmEntryResult,
  id: string,
  { confirm, sent }: SentDocument,
  site: Site,
): Effect {
  if (answered.outcome === 'expired') return { refusal: confirm?.expired ?? tryLater, status: 422 };
  const { repeated, attribution } = answered;
  return {
    ...thanks(confirm?.confirmed ?? sent, confirm === undefined ? 'sent' : 'confirmed', site),
    events: repeated ? [] : [sentEvent(id)],
    attribution,
  };
}

/** Thanks in place of the fields, or on another page. */
const thanks = (sent: FormSent, phase: FormPhase, site: Site): PhaseEffect | RedirectEffect =>
  sent.show === 'inline' ? { phase } : toRedirect(sent, site);

/** Redirect to the thank-you page. */
export function toRedirect({ page }: FormSentPage, site: Site): RedirectEffect {
  const [path = '', hash] = page.split('#');
  return { to: createRouteTable(site).paths.get(path) ?? '/', hash };
}

/** Where a form requires confirmation, only confirmed entries count. */
const sentEvent = (id: string) => ({ name: 'form_sent', fields: { form: id.slice('forms/'.length) } });

/** Effect of an outcome for the sender. */
export function toEffect(
  answered: SubmitFormResult,
  id: string,
  { sent, places, confirm }: SentDocument,
  site: Site,
): Effect {
  switch (answered.outcome) {
    case 'received': {
      const events = answered.repeated || confirm !== undefined ? [] : [sentEvent(id)];
      return answered.isConfirmed && confirm !== undefined
        ? thanks(confirm.confirmed, 'confirmed', site)
        : { ...thanks(sent, 'sent', site), events };
    }
    case 'invalid':
      return toRefusal(answered.errors);
    case 'full':
      return places === undefined ? { refused: [] } : { refusal: places.full, status: 422 };
    case 'too-many-requests':
      return { retryAfterSeconds: answered.retryAfterSeconds };
    // The page renders the form as closed.
    case 'closed':
    case 'unknown':
      return { refused: [] };
  }
}

import type { ShownForm } from '#engine/shared/shown-form.ts';
import { journeys } from '#schemas/generated/journeys/client.ts';
import { parseBody, readResponse } from '../dom/fetch-page.ts';
import { getLoaderState } from '../dom/get-loader-state.ts';
import { readPageData } from '../dom/page-data.ts';
import type { NavigationResponse } from '../dom/navigation-page.ts';
import { reportProblem } from '../dom/problems.ts';
import { findForm, pageStore, replaceForm, updateProgress } from '../stores/page.ts';
import type { FormOperationResult } from '../journey.ts';
import { readEventContext } from '../tracking/page-shown.ts';
import { placePendingEvents } from '../tracking/pending-events.ts';
import { sendOperation } from './send-operation.ts';

/** `refused`: the page shows errors. `left`: another page is shown or loading. `sent`: thanks replace the form. */
export type SendOutcome = 'refused' | 'left' | 'sent';

/**
 * Sends a form as its GraphQL operation, else to the use case of its native post, with the same effect and idempotency. Responses that
 * cannot be rendered in place are requested natively.
 */
export async function sendForm(form: HTMLFormElement, name: ShownForm): Promise<SendOutcome> {
  for (const journey of journeys) journey.onFormPending?.(true);
  try {
    return await send(form, name);
  } catch (error) {
    reportProblem(`form ${name}`, error);
    HTMLFormElement.prototype.submit.call(form);
    return 'left';
  } finally {
    for (const journey of journeys) journey.onFormPending?.(false);
  }
}

async function send(form: HTMLFormElement, name: ShownForm): Promise<SendOutcome> {
  // Includes the loader's additions.
  const fields = new FormData(form);
  const [since, context] = [Date.now(), readEventContext()];
  const answer = await sendOperation(fields, name);
  placePendingEvents(since, context);
  if (answer !== null && typeof answer === 'object' && 'trouble' in answer) {
    updateProgress(name, answer);
    return 'refused';
  }
  if (answer !== null && answer !== 'ask-page') return show(answer, name);
  const response = await getLoaderState().send(form, fields);
  let posted: NavigationResponse;
  try {
    posted = await readResponse(response);
  } catch (error) {
    reportProblem(`form ${name}`, error);
    updateProgress(name, { trouble: response === undefined ? 'network' : 'technical' });
    return 'refused';
  }
  placePendingEvents(since, context);
  return follow(posted, name);
}

/** Renders the same result as the page would. */
async function show(answer: Exclude<FormOperationResult, 'ask-page'>, name: ShownForm): Promise<SendOutcome> {
  if (answer === 'too-many-tries') {
    updateProgress(name, { trouble: 'tooMany' });
    return 'refused';
  }
  if ('goTo' in answer) {
    await getLoaderState().navigation?.show({ kind: 'redirect', location: answer.goTo });
    return 'left';
  }
  const { page } = pageStore.getState();
  const known = findForm(name);
  if (known === undefined) return 'left';
  const shown = answer.errors.map(({ field, text }) => [field, { lang: page.locale, parts: [text] }] as const);
  // Errors of other fields are shown above the form.
  const foreign = shown.find(([field]) => !Object.hasOwn(known.fields, field));
  const own = shown.filter(([field]) => Object.hasOwn(known.fields, field));
  replaceForm(name, { ...known, errors: Object.fromEntries(own), refusal: foreign?.[1] ?? null });
  return 'refused';
}

async function follow(answer: NavigationResponse, name: ShownForm): Promise<SendOutcome> {
  const isHere = answer.kind === 'page' && answer.address === null;
  const data = isHere ? readPageData(parseBody(answer.page)) : null;
  const form = data?.page.document === pageStore.getState().page.document ? data.page.forms[name] : undefined;
  if (form === undefined) {
    await getLoaderState().navigation?.show(answer);
    return 'left';
  }
  // The form shows its errors and keeps its values.
  replaceForm(name, form);
  return form.state === 'sent' ? 'sent' : 'refused';
}

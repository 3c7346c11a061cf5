import { AppError } from '#engine/block-kit/app-error.ts';
import { type AsyncState, nextState } from '#engine/block-kit/async-state.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { journeys } from '#schemas/generated/journeys/browser.ts';
import { navigationUrl, parseBody, readAnswer } from '../parts/fetch-page.ts';
import { loaderState } from '../parts/loader-state.ts';
import { readPageData } from '../parts/page-data.ts';
import type { NavigationAnswer } from '../parts/navigation-page.ts';
import { reportProblem } from '../parts/problems.ts';
import { findForm, pageStore, replaceForm, updateProgress } from '../stores/page.ts';
import type { FormAnswer } from '../journey.ts';
import { eventContext } from '../tracking/page-shown.ts';
import { placePendingEvents } from '../tracking/pending-events.ts';
import { sendOperation } from './send-operation.ts';

/** Milliseconds until an answer must be there. */
const PATIENCE = 30_000;

/** `refused`: the page says why. `left`: another page is there or on its way. */
export type SendOutcome = 'refused' | 'left';

/**
 * Sends a form as the operation that stands for it, else to the use case that its native post reaches, with the same effect:
 * whoever sends it both ways has sent it once. An answer that cannot be shown in place is asked for natively.
 */
export async function sendForm(form: HTMLFormElement, name: FormName): Promise<SendOutcome> {
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

async function send(form: HTMLFormElement, name: FormName): Promise<SendOutcome> {
  // With what the loader adds to every form.
  const fields = new FormData(form);
  const [since, context] = [Date.now(), eventContext()];
  const answer = await sendOperation(fields, name);
  placePendingEvents(since, context);
  if (answer !== null && typeof answer === 'object' && 'trouble' in answer) {
    updateProgress(name, answer);
    return 'refused';
  }
  if (answer !== null && answer !== 'ask-page') return show(answer, name);
  const state = await post(form.action, fields);
  placePendingEvents(since, context);
  if (state.status === 'success') return follow(state.data, name);
  if (state.status === 'error') {
    reportProblem(`form ${name}`, state.error);
    updateProgress(name, { trouble: state.error.statusCode === NO_CONNECTION ? 'network' : 'technical' });
  }
  return 'refused';
}

/** Does what the page of the same outcome would. */
async function show(answer: Exclude<FormAnswer, 'ask-page'>, name: FormName): Promise<SendOutcome> {
  if (answer === 'too-many-tries') {
    updateProgress(name, { trouble: 'tooMany' });
    return 'refused';
  }
  if ('goTo' in answer) return goTo(answer.goTo);
  const { page } = pageStore.getState();
  const known = findForm(name);
  if (known === undefined) return 'left';
  const shown = answer.errors.map(({ field, text }) => [field, { lang: page.locale, parts: [text] }] as const);
  // What belongs to no field of this form is said above it.
  const foreign = shown.find(([field]) => !Object.hasOwn(known.fields, field));
  const own = shown.filter(([field]) => Object.hasOwn(known.fields, field));
  replaceForm(name, { ...known, errors: Object.fromEntries(own), refusal: foreign?.[1] ?? null });
  return 'refused';
}

async function goTo(href: string, answer?: NavigationAnswer): Promise<SendOutcome> {
  await loaderState().navigation?.navigate(href, { reason: 'form', ...(answer && { answer }) });
  return 'left';
}

async function post(action: string, data: FormData): Promise<AsyncState<NavigationAnswer>> {
  const pending = nextState<NavigationAnswer>({ status: 'idle' }, { status: 'pending' });
  const fields = new URLSearchParams();
  for (const [field, value] of data) if (typeof value === 'string') fields.append(field, value);
  try {
    const response = await request(action, fields);
    return nextState(pending, { status: 'success', data: await readAnswer(response) });
  } catch (error) {
    return nextState(pending, { status: 'error', error: asAppError(error) });
  }
}

/** Status of an answer that never came; no HTTP status. */
const NO_CONNECTION = 599;

async function request(action: string, body: URLSearchParams): Promise<Response> {
  try {
    // With the page that the form leads to, which another round trip would have to be made for.
    const headers = { Prefer: 'return=representation' };
    return await fetch(navigationUrl(action), { method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE) });
  } catch (cause) {
    throw new AppError('The form could not be sent.', { statusCode: NO_CONNECTION, cause });
  }
}

function asAppError(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('The answer to the form was not understood.', { cause: error });
}

async function follow(answer: NavigationAnswer, name: FormName): Promise<SendOutcome> {
  if (answer.kind === 'redirect') return goTo(answer.location);
  if (answer.address !== null) return goTo(answer.address, answer);
  const data = readPageData(parseBody(answer.page));
  const form = data?.page.document === pageStore.getState().page.document ? data.page.forms[name] : undefined;
  if (form === undefined) {
    await loaderState().navigation?.show(answer.page);
    return 'left';
  }
  // The same page again: its form says what is to be mended; everything typed is still in place.
  replaceForm(name, form);
  return 'refused';
}

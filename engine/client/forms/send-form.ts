import type { ShownForm } from '#engine/shared/shown-form.ts';
import { AppError } from '#engine/block-kit/app-error.ts';
import { journeys } from '#schemas/generated/journeys/client.ts';
import { navigationUrl, parseBody, readAnswer } from '../dom/fetch-page.ts';
import { loaderState } from '../dom/loader-state.ts';
import { readPageData } from '../dom/page-data.ts';
import type { NavigationAnswer } from '../dom/navigation-page.ts';
import { reportProblem } from '../dom/problems.ts';
import { findForm, pageStore, replaceForm, updateProgress } from '../stores/page.ts';
import type { FormAnswer } from '../journey.ts';
import { eventContext } from '../tracking/page-shown.ts';
import { placePendingEvents } from '../tracking/pending-events.ts';
import { sendOperation } from './send-operation.ts';

/** Milliseconds until an answer must be there. */
const TIMEOUT_MS = 30_000;

/** `refused`: the page says why. `left`: another page is there or on its way. `sent`: thanks are in the place of the form. */
export type SendOutcome = 'refused' | 'left' | 'sent';

/**
 * Sends a form as the operation that stands for it, else to the use case that its native post reaches, with the same effect:
 * whoever sends it both ways has sent it once. An answer that cannot be shown in place is asked for natively.
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
  let posted: NavigationAnswer;
  try {
    posted = await post(form.action, fields);
  } catch (error) {
    reportProblem(`form ${name}`, error);
    updateProgress(name, { trouble: error instanceof AppError ? 'network' : 'technical' });
    return 'refused';
  }
  placePendingEvents(since, context);
  return follow(posted, name);
}

/** Does what the page of the same outcome would. */
async function show(answer: Exclude<FormAnswer, 'ask-page'>, name: ShownForm): Promise<SendOutcome> {
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
  await loaderState().navigation?.navigate(href, { reason: 'form', answer });
  return 'left';
}

/** @throws AppError when no answer came, another error when it is not understood */
async function post(action: string, data: FormData): Promise<NavigationAnswer> {
  const body = new URLSearchParams();
  for (const [field, value] of data) if (typeof value === 'string') body.append(field, value);
  // With the page that the form leads to, which another round trip would have to be made for.
  const headers = { Prefer: 'return=representation' };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(navigationUrl(action), { method: 'POST', headers, body, signal }).catch(
    (cause: unknown) => {
      throw new AppError('The form could not be sent.', { cause });
    },
  );
  return readAnswer(response);
}

async function follow(answer: NavigationAnswer, name: ShownForm): Promise<SendOutcome> {
  if (answer.kind === 'redirect') return goTo(answer.location);
  if (answer.address !== null) return goTo(answer.address, answer);
  const data = readPageData(parseBody(answer.page));
  const form = data?.page.document === pageStore.getState().page.document ? data.page.forms[name] : undefined;
  if (form === undefined) {
    await loaderState().navigation?.show(answer.page);
    return 'left';
  }
  // The same page again: its form says what is to be fixed; everything typed is still in place.
  replaceForm(name, form);
  return form.state === 'sent' ? 'sent' : 'refused';
}

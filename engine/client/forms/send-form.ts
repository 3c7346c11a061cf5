import { AppError } from '#engine/block-kit/app-error.ts';
import { type AsyncState, nextState } from '#engine/block-kit/async-state.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { navigationUrl, type NavigationAnswer, parseBody, readAnswer } from '../parts/fetch-page.ts';
import { loaderState } from '../parts/loader-state.ts';
import { readPageData } from '../parts/page-data.ts';
import { reportProblem } from '../parts/problems.ts';
import { landingOptionsStore } from '../stores/landing-options.ts';
import { pageStore, replaceForm, updateProgress } from '../stores/page.ts';

/** Milliseconds until an answer must be there. */
const PATIENCE = 30_000;

/** `refused`: the page tells why. `left`: another page is there or on its way. */
export type SendOutcome = 'refused' | 'left';

/** Sends a form to the use case that its native post reaches, and does with the answer what the browser would. */
export async function sendForm(form: HTMLFormElement, name: FormName): Promise<SendOutcome> {
  landingOptionsStore.setState({ isLandingPageLoading: true });
  const state = await post(form);
  landingOptionsStore.setState({ isLandingPageLoading: false });
  if (state.status === 'success') return follow(state.data, name);
  if (state.status === 'error') {
    reportProblem(`form ${name}`, state.error);
    updateProgress(name, { trouble: state.error.statusCode === NO_CONNECTION ? 'network' : 'technical' });
  }
  return 'refused';
}

async function post(form: HTMLFormElement): Promise<AsyncState<NavigationAnswer>> {
  const pending = nextState<NavigationAnswer>({ status: 'idle' }, { status: 'pending' });
  const fields = new URLSearchParams();
  for (const [field, value] of new FormData(form)) if (typeof value === 'string') fields.append(field, value);
  for (const [field, value] of storedReferral()) fields.append(field, value);
  try {
    const response = await send(form.action, fields);
    return nextState(pending, { status: 'success', data: await readAnswer(response) });
  } catch (error) {
    return nextState(pending, { status: 'error', error: asAppError(error) });
  }
}

/** The server judges whether a visitor whom a forbidden site sent may use a code after all (B2). */
function storedReferral(): (readonly [string, string])[] {
  try {
    return ['rc', 'fref'].flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value] as const];
    });
  } catch {
    // A browser that refuses storage keeps nothing.
    return [];
  }
}

/** Status of an answer that never came; no HTTP status. */
const NO_CONNECTION = 599;

async function send(action: string, body: URLSearchParams): Promise<Response> {
  try {
    return await fetch(navigationUrl(action), { method: 'POST', body, signal: AbortSignal.timeout(PATIENCE) });
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
  const navigation = loaderState().navigation?.();
  if (answer.kind === 'redirect') {
    await (await navigation)?.navigate(answer.location, { reason: 'form' });
    return 'left';
  }
  const data = readPageData(parseBody(answer.page));
  const form = data?.page.document === pageStore.getState().page.document ? data.page.forms[name] : undefined;
  if (form === undefined) {
    await (await navigation)?.show(answer.page);
    return 'left';
  }
  // The same page again: its form says what is to be mended; everything typed is still in place.
  replaceForm(name, form);
  return 'refused';
}

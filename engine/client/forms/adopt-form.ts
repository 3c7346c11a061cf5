import type { ShownForm } from '#engine/shared/shown-form.ts';
import { flushSync } from 'react-dom';
import { clean } from '#engine/shared/clean-input.ts';
import { journeys } from '#schemas/generated/journeys/client.ts';
import { getLoaderState } from '../dom/get-loader-state.ts';
import { findForm, getProgress, replaceForm, updateProgress } from '../stores/page.ts';
import { track } from '../tracking/track.ts';
import { checkForm, listControls, readFieldError, isControl } from './check-form.ts';
import { followCountry } from './follow-country.ts';
import { forgetForm, rememberTouched, recallForm } from './form-memory.ts';
import { refineCountry } from './refine-country.ts';
import { sendForm } from './send-form.ts';
import { prepareOperation } from './send-operation.ts';

/** Validates, sends and answers a hydrated form. Without it, the same form posts natively. */
export function adoptForm(form: HTMLFormElement, name: ShownForm): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const letGo = recallForm(form);
  refineCountry(form);
  followCountry(form);
  for (const journey of journeys) journey.onFormLive?.(form, track);
  form.addEventListener('mousedown', stayInField, { signal });
  form.addEventListener('submit', (event) => submit(event, form, name), { signal });
  form.addEventListener('focusout', ({ target }) => markField(target, name), { signal });
  form.addEventListener('input', (event) => recheck(event, form, name), { signal });
  form.addEventListener('input', () => prepareOperation(form, name), { signal, once: true });
  form.addEventListener('change', ({ target }) => cleanField(target, name), { signal });
  form.addEventListener('change', (event) => recheck(event, form, name), { signal });
  form.addEventListener('change', () => followCountry(form), { signal });
  return () => {
    ended.abort();
    letGo();
  };
}

function submit(event: SubmitEvent, form: HTMLFormElement, name: ShownForm): void {
  event.preventDefault();
  if (form.ariaBusy === 'true') return;
  for (const [, control] of listControls(form)) cleanField(control, name);
  rememberTouched(form);
  const mistakes = checkForm(form);
  forgetRefusal(name);
  flushSync(() => updateProgress(name, { mistakes, trouble: null, values: readTexts(form) }));
  if (Object.keys(mistakes).length > 0) {
    focusAnswer(form);
    return;
  }
  for (const journey of journeys) journey.onFormSubmit?.(form);
  form.ariaBusy = 'true';
  void sendForm(form, name).then((outcome) => {
    form.ariaBusy = null;
    if (outcome !== 'refused') forgetForm(form);
    if (outcome === 'left') return;
    focusAnswer(form);
    // After a redirect, events are pushed before the page unloads.
    getLoaderState().sync?.();
  });
}

/** Cleans pasted values visibly, before validation. */
function cleanField(target: EventTarget | null, name: ShownForm): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'text') return;
  const kind = findForm(name)?.fields[target.name]?.clean;
  if (kind === undefined || kind === 'token') return;
  const cleaned = clean(kind, target.value);
  if (cleaned !== target.value) target.value = cleaned;
}

/** Blur may show an error message, which would move the button between press and release. */
function stayInField(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button') !== null) event.preventDefault();
}

/** Clears the server's error. */
function forgetRefusal(name: ShownForm): void {
  const known = findForm(name);
  if (known !== undefined) replaceForm(name, { ...known, errors: {}, refusal: null });
}

function readTexts(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...listControls(form)].map(([field, { value }]) => [field, value]).filter(([, value]) => value),
  );
}

/** Focuses the summary, or the first invalid field in a form without one (WCAG 3.3.1). */
function focusAnswer(form: HTMLFormElement): void {
  const first = [...listControls(form).values()].find(
    (control) => !control.validity.valid || control.closest('[aria-invalid=true]') !== null,
  );
  (document.getElementById(`${form.id}-thanks`) ?? document.getElementById(`${form.id}-summary`) ?? first)?.focus();
}

/** Sets `aria-invalid` when the style sheet shows an error after blur (`:user-invalid`). */
function markField(target: EventTarget | null, name: ShownForm): void {
  if (!isControl(target) || target.type === 'radio' || isRefused(target, name)) return;
  if (readFieldError(target) === null) target.ariaInvalid = null;
  else if (target.matches(':user-invalid')) target.ariaInvalid = 'true';
}

/** Removes a corrected error immediately; new ones are shown on blur or submit. */
function recheck({ target, type }: Event, form: HTMLFormElement, name: ShownForm): void {
  if (!isControl(target)) return;
  // `change` also fires on blur with the value that the server rejected, such as when following a link in its message.
  if (type === 'change' && isRefused(target, name)) return;
  if (readFieldError(target) === null) target.ariaInvalid = null;
  const { mistakes } = getProgress(name);
  if (mistakes[target.name] !== undefined) {
    const now = checkForm(form);
    const left = Object.entries(mistakes).filter(([field]) => now[field] !== undefined);
    updateProgress(name, { mistakes: { ...Object.fromEntries(left), ...pick(now, target.name) } });
  }
  const known = findForm(name);
  if (known?.errors[target.name] !== undefined) {
    const { [target.name]: _mended, ...errors } = known.errors;
    replaceForm(name, { ...known, errors });
  }
}

/** Whether a field still has the value that the server rejected: any input clears the error. */
function isRefused({ name: field }: { readonly name: string }, name: ShownForm): boolean {
  return findForm(name)?.errors[field] !== undefined;
}

function pick<Value>(values: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  const value = values[name];
  return value === undefined ? {} : { [name]: value };
}

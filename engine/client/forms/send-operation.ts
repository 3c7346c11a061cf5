import type { ShownForm } from '#engine/shared/shown-form.ts';
import { journeys } from '#schemas/generated/journeys/client.ts';
import type { ClientCore } from '../core/index.ts';
import { memoizeOnce } from '../core/memoize-once.ts';
import { whenIdle } from '../core/when-idle.ts';
import { readPageData } from '../dom/page-data.ts';
import { reportProblem } from '../dom/problems.ts';
import { findForm, pageStore, type Trouble } from '../stores/page.ts';
import type { FormOperationResult, FormOperation } from '../journey.ts';
import { followCountry } from './follow-country.ts';

/** After a failure, forms are posted until the page is left. */
let isOut = false;

type Send = (fields: FormData) => Promise<FormOperationResult>;

/** Loaded operations by form. */
const ready = new Map<ShownForm, Send>();

/** With an external GraphQL server: idempotency key by submitted values. */
const keys = new Map<string, string>();

const loadCore = memoizeOnce(async (): Promise<ClientCore> => {
  const { getPageCore: pageCore } = await import('../core/page-core.ts');
  return pageCore(readPageData(document)?.basePath ?? '/');
});

/** Whether GraphQL is served by another server: pages then inline the startup defaults (C4). */
function isForeign(): boolean {
  return !document.querySelector('[name=startup]');
}

/**
 * Sends a form as a GraphQL operation, if its code is loaded; submissions do not wait for code. Requests are not aborted before the
 * client's 30 s timeout (C2). With an external GraphQL server, its forms are sent there only, and wait for the code.
 *
 * @returns `null` to post the form: no operation is loaded, or it failed
 */
export async function sendOperation(
  fields: FormData,
  name: ShownForm,
): Promise<FormOperationResult | { readonly trouble: Trouble } | null> {
  if (isForeign()) return sendElsewhere(fields, name);
  const send = ready.get(name);
  if (send === undefined || isOut) return null;
  try {
    return await send(fields);
  } catch (error) {
    isOut = true;
    reportProblem(`operation of the form ${name}`, error);
    return null;
  }
}

/** Loaded on demand, since external servers are rare. */
async function sendElsewhere(
  fields: FormData,
  name: ShownForm,
): Promise<FormOperationResult | { readonly trouble: Trouble } | null> {
  const load = findOperation(name);
  if (load === undefined) return null;
  const code = await import('./answer-elsewhere.ts').catch(() => null);
  if (code === null) return { trouble: 'network' };
  return code.answerElsewhere(name, async () => (ready.get(name) ?? (await prepare(name, load)))(fields));
}

/** Preloads a form's operation while the visitor fills it in, unless data saving is on. Sets `data-prepared` when done. */
export function prepareOperation(form: HTMLFormElement, name: ShownForm): void {
  const load = findOperation(name);
  if (load === undefined || isOut || savesData()) return;
  const askCountry = isForeign();
  whenIdle(() => {
    prepare(name, load)
      .then(async () => {
        form.dataset['prepared'] = '';
        if (!askCountry) return;
        const { askForCountry } = await import('./ask-country.ts');
        await askForCountry(await loadCore(), form);
        followCountry(form);
      })
      .catch((error: unknown) => reportProblem(`operation of the form ${name}`, error));
  });
}

async function prepare(name: ShownForm, load: () => Promise<FormOperation>): Promise<Send> {
  const [core, operation] = await Promise.all([loadCore(), load()]);
  await core.prepare();
  const send: Send = (fields) =>
    operation(core, fields, pageStore.getState().page, isForeign() ? getIdempotencyKey(fields) : null);
  ready.set(name, send);
  return send;
}

/** The same key for the same values. */
function getIdempotencyKey(fields: FormData): string {
  const sent = JSON.stringify([...fields]);
  const key = keys.get(sent) ?? crypto.randomUUID();
  keys.set(sent, key);
  return key;
}

/** Operations support fields of journeys only; a form with questions is posted. */
function findOperation(name: ShownForm): (() => Promise<FormOperation>) | undefined {
  const foreign = isForeign();
  if (findForm(name)?.controlTexts) return undefined;
  for (const journey of journeys) {
    const { operations, foreignOperations }: FormOperations = journey;
    const load = operations?.[name] ?? (foreign ? foreignOperations?.[name] : undefined);
    if (load !== undefined) return load;
  }
  return undefined;
}

type OperationsByForm = Readonly<Partial<Record<ShownForm, () => Promise<FormOperation>>>>;
type FormOperations = Partial<Record<'operations' | 'foreignOperations', OperationsByForm | undefined>>;

/** Not supported by all browsers (Save Data API). */
function savesData(): boolean {
  const { connection }: Navigator & { readonly connection?: { readonly saveData?: boolean } } = navigator;
  return connection?.saveData === true;
}

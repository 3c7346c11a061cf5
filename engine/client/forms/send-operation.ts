import type { ShownForm } from '#engine/shared/shown-form.ts';
import { journeys } from '#schemas/generated/journeys/client.ts';
import type { ClientCore } from '../core/index.ts';
import { memoizeOnce } from '../core/memoize-once.ts';
import { whenIdle } from '../core/when-idle.ts';
import { readPageData } from '../dom/page-data.ts';
import { reportProblem } from '../dom/problems.ts';
import { findForm, pageStore, type Trouble } from '../stores/page.ts';
import type { FormAnswer, FormOperation } from '../journey.ts';
import { followCountry } from './follow-country.ts';

/** What failed once is left alone while this page lasts; its forms are posted. */
let isOut = false;

type Send = (fields: FormData) => Promise<FormAnswer>;

/** By form: operations that can be sent at once. */
const ready = new Map<ShownForm, Send>();

/** Where another server answers GraphQL, by what was sent: the key under which it may come again. */
const keys = new Map<string, string>();

const loadCore = memoizeOnce(async (): Promise<ClientCore> => {
  const { pageCore } = await import('../core/page-core.ts');
  return pageCore(readPageData(document)?.basePath ?? '/');
});

/** Another server answers GraphQL: only with our own the page says what the client must know before its first call (C4). */
function isForeign(): boolean {
  return !document.querySelector('[name=startup]');
}

/**
 * Sends a form through the GraphQL client, if that is there: nobody waits for its code. What was sent is never cut before the client's own
 * 30 s are over (C2). Where another server answers GraphQL, its form is sent there and nowhere else, however long the code takes.
 *
 * @returns `null` when it is to be posted: it has no operation that is ready, or its operation was not answered in time and in order
 */
export async function sendOperation(
  fields: FormData,
  name: ShownForm,
): Promise<FormAnswer | { readonly trouble: Trouble } | null> {
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

/** Its code is loaded where it is needed: hardly any site has such a server. */
async function sendElsewhere(
  fields: FormData,
  name: ShownForm,
): Promise<FormAnswer | { readonly trouble: Trouble } | null> {
  const load = findOperation(name);
  if (load === undefined) return null;
  const code = await import('./answer-elsewhere.ts').catch(() => null);
  if (code === null) return { trouble: 'network' };
  return code.answerElsewhere(name, async () => (ready.get(name) ?? (await prepare(name, load)))(fields));
}

/** Loads what the form will need while its visitor still fills it in; not where the visitor saves data. `data-prepared` says that it is there. */
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

/** One key for the same form, however often it is sent. */
function getIdempotencyKey(fields: FormData): string {
  const sent = JSON.stringify([...fields]);
  const key = keys.get(sent) ?? crypto.randomUUID();
  keys.set(sent, key);
  return key;
}

/** Operations know the fields of journeys alone: what a form document asks beside is posted. */
function findOperation(name: ShownForm): (() => Promise<FormOperation>) | undefined {
  const foreign = isForeign();
  if (findForm(name)?.controlWords) return undefined;
  for (const journey of journeys) {
    const { operations, foreignOperations }: FormOperations = journey;
    const load = operations?.[name] ?? (foreign ? foreignOperations?.[name] : undefined);
    if (load !== undefined) return load;
  }
  return undefined;
}

type OperationsByForm = Readonly<Partial<Record<ShownForm, () => Promise<FormOperation>>>>;
type FormOperations = Partial<Record<'operations' | 'foreignOperations', OperationsByForm | undefined>>;

/** Only some browsers say (Save Data API). */
function savesData(): boolean {
  const { connection }: Navigator & { readonly connection?: { readonly saveData?: boolean } } = navigator;
  return connection?.saveData === true;
}

import type { FormName } from '#schemas/generated/forms.ts';
import { journeys } from '#schemas/generated/journeys/browser.ts';
import type { ClientCore } from '../core/index.ts';
import { once } from '../core/once.ts';
import { whenIdle } from '../core/when-idle.ts';
import { readPageData } from '../parts/page-data.ts';
import { reportProblem } from '../parts/problems.ts';
import { pageStore } from '../stores/page.ts';
import type { FormAnswer, FormOperation } from '../journey.ts';

/** Milliseconds until a form is posted instead; the server gives up on a use case a little earlier. */
const PATIENCE = 10_000;

/** What failed once is left alone while this page lasts; its forms are posted. */
let isOut = false;

/** By form: operations that can be sent at once. */
const ready = new Map<FormName, (fields: FormData) => Promise<FormAnswer>>();

/** `null` where another server answers GraphQL: the next screens ask this one for the visitor's session. */
const loadCore = once(async (): Promise<ClientCore | null> => {
  const { pageCore } = await import('../core/page-core.ts');
  const core = pageCore(readPageData(document)?.basePath ?? '/');
  const { acqBackendGraphqlURL } = await core.settings();
  return new URL(acqBackendGraphqlURL, location.href).origin === location.origin ? core : null;
});

/**
 * Sends a form through the GraphQL client, if that is there: nobody waits for its code.
 * @returns `null` when it is to be posted: it has no operation that is ready, or its operation was not answered in time and in order
 */
export async function sendOperation(fields: FormData, name: FormName): Promise<FormAnswer | null> {
  const send = ready.get(name);
  if (send === undefined || isOut) return null;
  try {
    return await inTime(send(fields));
  } catch (error) {
    isOut = true;
    reportProblem(`operation of the form ${name}`, error);
    return null;
  }
}

/** Loads what the form will need while its visitor still fills it in; not for those who save data. `data-prepared` tells that it is there. */
export function prepareOperation(form: HTMLFormElement, name: FormName): void {
  const load = operationOf(name);
  if (load === undefined || isOut || savesData()) return;
  whenIdle(() => {
    prepare(name, load).then(
      () => {
        if (ready.has(name)) form.dataset['prepared'] = '';
      },
      (error: unknown) => reportProblem(`operation of the form ${name}`, error),
    );
  });
}

async function prepare(name: FormName, load: () => Promise<FormOperation>): Promise<void> {
  const [core, operation] = await Promise.all([loadCore(), load()]);
  if (core === null) return;
  await core.prepare();
  ready.set(name, (fields) => operation(core, fields, pageStore.getState().page));
}

function operationOf(name: FormName): (() => Promise<FormOperation>) | undefined {
  for (const { operations } of journeys) {
    const load = operations?.[name];
    if (load !== undefined) return load;
  }
  return undefined;
}

/** Only some browsers tell (Save Data API). */
function savesData(): boolean {
  const { connection }: Navigator & { readonly connection?: { readonly saveData?: boolean } } = navigator;
  return connection?.saveData === true;
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: number | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(
      () => reject(new DOMException(`No answer within ${PATIENCE} ms.`, 'TimeoutError')),
      PATIENCE,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

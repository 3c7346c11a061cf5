import type { ShownForm } from '#engine/shared/shown-form.ts';
import { createStore } from 'zustand/vanilla';
import { InternalError } from '#engine/shared/errors.ts';
import type { BoundForm } from '#engine/block-kit/form-types.ts';
import type { PageData } from '#engine/block-kit/page-data.ts';
import type { PageContext } from '#engine/block-kit/types.ts';
import { journeys } from '#schemas/generated/journeys/client.ts';
import { readPageData } from '../dom/page-data.ts';

/** Errors by field as keyword of their message, so that they follow the page's language. */
export type Mistakes = Readonly<Record<string, 'required' | 'pattern'>>;

/** Why a form could not be handled. */
export type Trouble = 'network' | 'technical' | 'tooMany';

interface FormProgress {
  readonly mistakes: Mistakes;
  readonly trouble: Trouble | null;
  /** Last submitted values; initially empty. */
  readonly values: Readonly<Record<string, string>>;
}

interface PageState {
  readonly page: PageContext;
  /** Texts for later states of the page. */
  readonly words: PageData['words'];
  /** Client-side state of forms since compilation. */
  readonly progress: Readonly<Partial<Record<ShownForm, FormProgress>>>;
}

/** @throws on a page without data; every page with an island has them */
function readCompiled(): PageData {
  const data = readPageData(document);
  if (data === null) throw new InternalError('The page has no #page-data.');
  return data;
}

/** Page state shared by all islands. */
export const pageStore = createStore<PageState>(() => {
  const { page, words } = readCompiled();
  return { page, words, progress: {} };
});

let compiled = pageStore.getInitialState().page;
for (const journey of journeys) {
  journey.onStart?.();
  journey.onPageShow?.(compiled);
}

/** The page context with which islands before hydration were compiled. */
export function readCompiledPage(): PageContext {
  return compiled;
}

/** Called after navigation, with the new page. */
export function replacePage({ page, words }: Pick<PageData, 'page' | 'words'>): void {
  compiled = page;
  for (const journey of journeys) journey.onPageShow?.(page);
  const { progress } = pageStore.getState();
  const shown = Object.entries(progress).filter(([name]) => Object.hasOwn(page.forms, name));
  pageStore.setState({ page, words, progress: Object.fromEntries(shown) });
}

export function findForm(name: ShownForm): BoundForm | undefined {
  return pageStore.getState().page.forms[name];
}

/** Replaces a form by the server's response. */
export function replaceForm(name: ShownForm, form: BoundForm): void {
  const { page } = pageStore.getState();
  pageStore.setState({ page: { ...page, forms: { ...page.forms, [name]: form } } });
}

const untouched: FormProgress = { mistakes: {}, trouble: null, values: {} };

export function getProgress(name: ShownForm): FormProgress {
  return pageStore.getState().progress[name] ?? untouched;
}

export function updateProgress(name: ShownForm, change: Partial<FormProgress>): void {
  const { progress } = pageStore.getState();
  pageStore.setState({ progress: { ...progress, [name]: { ...getProgress(name), ...change } } });
}

import type { ShownForm } from '#engine/shared/shown-form.ts';
import { createStore } from 'zustand/vanilla';
import { InternalError } from '#engine/shared/errors.ts';
import type { BoundForm } from '#engine/block-kit/form-types.ts';
import type { PageData } from '#engine/block-kit/page-data.ts';
import type { PageContext } from '#engine/block-kit/types.ts';
import { journeys } from '#schemas/generated/journeys/client.ts';
import { readPageData } from '../dom/page-data.ts';

/** A field's mistake by the keyword whose message says it, so that it follows the page's language. */
export type Mistakes = Readonly<Record<string, 'required' | 'pattern'>>;

/** What kept a form from being judged at all. */
export type Trouble = 'network' | 'technical' | 'tooMany';

interface FormProgress {
  readonly mistakes: Mistakes;
  readonly trouble: Trouble | null;
  /** What was sent last; empty until then. */
  readonly values: Readonly<Record<string, string>>;
}

interface PageState {
  readonly page: PageContext;
  /** Texts of states that the page may come into later, in its language. */
  readonly words: PageData['words'];
  /** What the browser found out about forms since the page was compiled. */
  readonly progress: Readonly<Partial<Record<ShownForm, FormProgress>>>;
}

/** @throws when the page holds no data, which every page with an island does */
function readCompiled(): PageData {
  const data = readPageData(document);
  if (data === null) throw new InternalError('The page has no #page-data.');
  return data;
}

/** What all islands know about their page. */
export const pageStore = createStore<PageState>(() => {
  const { page, words } = readCompiled();
  return { page, words, progress: {} };
});

let compiled = pageStore.getInitialState().page;
for (const journey of journeys) {
  journey.onStart?.();
  journey.onPageShow?.(compiled);
}

/** The page that the markup of islands which are still cold was compiled with. */
export function compiledPage(): PageContext {
  return compiled;
}

/** After a navigation: the markup in the document belongs to this page now. */
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

/** What the server said about a form. */
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

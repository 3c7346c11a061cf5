import type { ShownForm } from '#engine/shared/shown-form.ts';
import type { BoundForm } from '#engine/block-kit/form-types.ts';
import type { LocalizedText, PageContext } from '#engine/block-kit/types.ts';
import { useStore } from 'zustand/react';
import { useSyncExternalStore } from 'react';
import { readCompiledPage, pageStore, getProgress } from '../stores/page.ts';

/** The current page context; the first render uses the compiled one. */
export function useLivePage(): PageContext {
  const page = useSyncExternalStore(pageStore.subscribe, () => pageStore.getState().page, readCompiledPage);
  const progress = useStore(pageStore, (state) => state.progress);
  const words = useStore(pageStore, (state) => state.words);
  if (Object.keys(progress).length === 0) return page;
  const forms = Object.entries<BoundForm | undefined>(page.forms).map(([name, form]) => [
    name,
    form && withProgress(name as ShownForm, form, (word) => ({ lang: page.locale, parts: [words[word] ?? ''] })),
  ]);
  return { ...page, forms: Object.fromEntries(forms) };
}

function withProgress(name: ShownForm, form: BoundForm, translate: (word: string) => LocalizedText): BoundForm {
  const { mistakes, trouble, values } = getProgress(name);
  const found = Object.entries(mistakes).flatMap(([field, keyword]) => {
    const messages = form.fields[field]?.messages ?? {};
    const message = messages[keyword] ?? Object.values(messages)[0];
    return message === undefined ? [] : [[field, message] as const];
  });
  return {
    ...form,
    values: { ...form.values, ...values },
    errors: { ...form.errors, ...Object.fromEntries(found) },
    refusal: trouble === null ? form.refusal : translate(trouble),
  };
}

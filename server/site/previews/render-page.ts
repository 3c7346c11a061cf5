import type { Site } from '#engine/documents/types.ts';
import { fillParts, fillTail, createPageSource } from '#server/site/pages/page-source.ts';
import type { PageView } from '#server/site/publications/publications.ts';
import { findDefaultPage } from '#server/site/store/default-pages.ts';
import { assumeFormState } from './assume-form-state.ts';
import type { CompilePage } from './visit-page.ts';

/** The page for a first visit, without personal values; `null` for an unknown page. */
export async function renderPage(
  site: Site,
  compile: CompilePage,
  { document, locale, now, facets = {}, form }: PageView,
): Promise<string | null> {
  const page = findDefaultPage(site, { document, locale }, now);
  const shown = site.documents.get(document);
  if (page === undefined || shown === undefined) return null;
  const chosen = Object.entries(facets).filter(([name]) => name in page.facets);
  const source = createPageSource(
    await compile({
      site,
      ...page,
      facets: { ...page.facets, ...Object.fromEntries(chosen) },
      formState: form && assumeFormState(form, shown, site),
    }),
  );
  return fillParts(source, {}) + fillTail(source, {});
}

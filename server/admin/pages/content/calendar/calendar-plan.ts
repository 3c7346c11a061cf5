import { selectObjects, listStrings } from '#engine/documents/json.ts';
import { readSchedule, type Schedule, type ScheduledSpan } from '#engine/documents/read-schedule.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { RevisionSummary } from '#server/site/publications/publications.ts';
import { type Content, getPageAddress, toDocumentPath } from '../model/content.ts';
import { listKeyForms, listTextKeys } from '../model/document-texts.ts';
import { type ContentNames, nameContent } from '../model/name-content.ts';
import type { ContentTools } from '../tools.ts';

/** Kinds of entries of the calendar, in its order. */
export const calendarKinds = ['windows', 'experiments', 'publications', 'claims'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/** What the address selects; `null` for all. */
export interface CalendarFilter {
  readonly kind: CalendarKind | null;
  readonly language: Locale | null;
  readonly document: DocumentId | null;
}

/** Names of the query parameters of a filter. */
export const filterNames = ['kind', 'language', 'document'] as const satisfies readonly (keyof CalendarFilter)[];

/** A filter as query parameters. */
export const describeFilter = (filter: CalendarFilter): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = filter[name];
      return value === null ? [] : [[name, value] as const];
    }),
  );

/** Entries of the calendar that a filter selects. */
export interface CalendarPlan {
  readonly filter: CalendarFilter;
  readonly schedule: Schedule;
  /** Publications that were not withdrawn, newest first. */
  readonly revisions: readonly RevisionSummary[];
  /** Whether older publications of the period were left out. */
  readonly isCut: boolean;
  /** Keys of stopped experiments. */
  readonly stopped: ReadonlySet<string>;
  /** Pages and landings of visitors, by title. */
  readonly pages: readonly DocumentId[];
  readonly names: ContentNames;
}

/** Maximum number of publications; the newest ones of the period. */
export const MAX_PUBLICATIONS = 200;

/**
 * Reads the entries that the query selects; invalid values select all.
 *
 * @param within period of publications, in milliseconds since the epoch
 */
export async function readPlan(
  { read, publications, stopped }: Pick<ContentTools, 'read' | 'publications' | 'stopped'>,
  { query, t }: Pick<AdminRequest, 'query' | 't'>,
  within: { readonly from: number; readonly to: number },
): Promise<CalendarPlan> {
  const [content, { revisions, total }, switchedOff] = await Promise.all([
    read(),
    publications.listRevisions({ limit: MAX_PUBLICATIONS, offset: 0, within }),
    stopped(),
  ]);
  const names = nameContent(t, content);
  const pages = sortBy(listPages(content), t.locale, names.document);
  const filter: CalendarFilter = {
    kind: find(calendarKinds, query.get('kind')),
    language: find(locales, query.get('language')),
    document: find(pages, query.get('document')),
  };
  return {
    filter,
    schedule: readFilteredSchedule(content, filter),
    revisions: revisions.filter(
      ({ state, paths }) =>
        hasKind(filter, 'publications') && state !== 'withdrawn' && concerns(content, filter, paths),
    ),
    isCut: total > MAX_PUBLICATIONS,
    stopped: switchedOff,
    pages,
    names,
  };
}

/** Sorts by name, as the language orders. */
export function sortBy<Value>(
  values: readonly Value[],
  locale: Locale,
  name: (value: Value) => string,
): readonly Value[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return values.toSorted((one, other) => compare(name(one), name(other)));
}

const find = <Value extends string>(values: readonly Value[], asked: string | null): Value | null =>
  values.find((value) => value === asked) ?? null;

const hasKind = ({ kind }: CalendarFilter, own: CalendarKind): boolean => kind === null || kind === own;

function listPages(content: Content): readonly DocumentId[] {
  const ids = [...content.expanded.values()].filter(({ id, written }) => {
    const address = getPageAddress(content, id);
    return written.kind !== 'fragment' && address !== '/admin' && address?.startsWith('/admin/') !== true;
  });
  return ids.map(({ id }) => id);
}

const spanKinds = { window: 'windows', experiment: 'experiments', claim: 'claims' } as const;

function readFilteredSchedule(content: Content, filter: CalendarFilter): Schedule {
  const { document } = filter;
  const page = document === null ? undefined : content.expanded.get(document);
  const expanded = page === undefined ? content.expanded : new Map([[page.id, page]]);
  const { changes, spans, gaps } = readSchedule({ expanded, written: content.documents });
  return {
    changes: changes.filter(({ what }) => what !== 'countdown' || hasKind(filter, 'windows')),
    spans: spans.filter(
      (span) =>
        hasKind(filter, spanKinds[span.what]) && isOfLanguage(content, filter, span) && isOfPage(content, filter, span),
    ),
    gaps,
  };
}

/** Windows and claims are the same in all languages; an experiment may be targeted at some. */
function isOfLanguage(
  { documents }: Content,
  { language }: CalendarFilter,
  { what, document }: ScheduledSpan,
): boolean {
  const targeting = what === 'experiment' ? documents.get(document)?.value['targeting'] : undefined;
  const targeted = selectObjects([targeting]).flatMap(({ locales: own }) => (Array.isArray(own) ? [own] : []));
  return language === null || targeted.every((own) => own.includes(language));
}

function isOfPage(content: Content, { document }: CalendarFilter, span: ScheduledSpan): boolean {
  const page = document === null ? undefined : content.expanded.get(document);
  if (page === undefined || span.what === 'window') return true;
  if (span.what === 'claim') {
    const texts = [...listTextKeys(page)].flatMap((key) =>
      listKeyForms(content, key).flatMap((form) => [...(content.texts.keys.get(form)?.values() ?? [])]),
    );
    const shown = [...texts.map(({ text }) => text), ...listStrings(page.blocks), ...listStrings(page.head)].join('\n');
    // `{claims.price}` for its last day, `{claims.price.lowest30}` for that of the reduction.
    const [name = ''] = (span.claim ?? '').split('.');
    return shown.includes(`{claims.${name}}`) || shown.includes(`{claims.${name}.`);
  }
  const value = content.documents.get(span.document)?.value ?? {};
  return [value, ...selectObjects(value['pages'])].some((tested) =>
    [
      tested['document'],
      ...selectObjects(tested['variations']).flatMap(({ variant, redirect }) => [variant, redirect]),
    ].includes(page.id),
  );
}

/** Whether a publication of these files concerns the selected language and page: its document, those that it is made of, and its files of texts. */
function concerns(content: Content, { language, document }: CalendarFilter, paths: readonly string[]): boolean {
  const page = document === null ? undefined : content.expanded.get(document);
  const sources = new Set(page?.sources.map(({ id }) => toDocumentPath(id)));
  const namespaces = new Set(page && [...listTextKeys(page)].map((key) => key.slice(0, key.indexOf('.'))));
  return paths.some((path) => {
    const [, own, namespace] = /^locales\/([^/]+)\/(.+)\.json$/.exec(path) ?? [];
    if (language !== null && own !== undefined && own !== language) return false;
    return page === undefined || sources.has(path) || (namespace !== undefined && namespaces.has(namespace));
  });
}

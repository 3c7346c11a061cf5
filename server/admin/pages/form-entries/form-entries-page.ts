import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import type { Site } from '#engine/documents/types.ts';
import { formView } from '#server/admin/form.ts';
import {
  linkFirstPage,
  maskEmail,
  MAX_FILE_ROWS,
  buildPagerBeside,
  type PageState,
  readPageState,
  sortColumn,
} from '#server/admin/list.ts';
import type { MoreAdminPages } from '#server/admin/index.ts';
import { MAX_COUNTED } from '#server/admin/menu/menu.ts';
import { type Action, type ActionResult, type AdminRequest, requireUser, viewQuery } from '#server/admin/admin-page.ts';
import type { FormEntries } from '#server/forms/entries/index.ts';
import { formTitle } from '#server/forms/entries/mails/write-mails.ts';
import type { Staff } from '#server/staff/index.ts';
import {
  type ShownEntry,
  describeConfirmation,
  describeDeliveries,
  entrySections,
  formatAnswer,
  hasConfirmation,
  resendForm,
} from './entry-view.ts';

export interface FormEntriesPagePorts {
  readonly entries: FormEntries;
  readonly staff: Pick<Staff, 'note'>;
  /** The newest documents; `null` where there are none. */
  readonly site: () => Site | null;
}

const PAGE = '/admin/form-entries';
const MAX_FOUND = 50;
/** Of an address that asks for entries whose webhook failed. */
const FAILED = 'failed';

/** What was sent with form documents. Nothing that names a person is in an address: searches are posted, an entry is opened by a form. */
export function formEntriesPages({ entries, staff, site }: FormEntriesPagePorts): MoreAdminPages {
  const listForms = async (): Promise<readonly string[]> => {
    const ofSite = [...(site()?.forms.keys() ?? [])].map((id) => id.slice('forms/'.length));
    return [...new Set([...ofSite, ...(await entries.formsWithEntries())])].toSorted();
  };
  const formIn = async ({ query }: Pick<AdminRequest, 'query'>): Promise<string | undefined> => {
    const forms = await listForms();
    return forms.find((form) => form === query.get('state')) ?? forms[0];
  };

  const open = async (request: AdminRequest, id: string): Promise<ActionResult> => {
    const entry = await entries.findEntry(id);
    if (entry === null) return gone(request);
    await staff.note({ actor: requireUser(request).id, action: 'form-entry.open', subject: id });
    return { shown: entrySections(request, entry, site(), (await entries.readDeliveries([entry])).get(id) ?? []) };
  };
  const readTitle = ({ locale }: Pick<AdminRequest, 'locale'>, form: string): string => {
    const current = site();
    return current === null ? form : formTitle(current, form, locale);
  };
  const search: Action = {
    permission: 'entries',
    page: PAGE,
    async run(request, fields) {
      const { words } = request;
      const [form, asked] = [fields.text('form'), fields.text('search')];
      const offset = MAX_FOUND * Math.max(0, parseWholeNumber(fields.text('from')) || 0);
      const question = { form, search: asked, newestFirst: true, offset, limit: MAX_FOUND };
      const found = await entries.listEntries(question);
      if (found.total === 0) return { errors: { search: words('entries.nothing') } };
      const table: TableView = {
        ...(await buildTable(request, form, found.entries, null)),
        caption: words('entries.found'),
      };
      const [from, to] = [Math.min(found.total, offset + 1), Math.min(found.total, offset + MAX_FOUND)];
      const numbers = { from: words.number(from), to: words.number(to), total: words.number(found.total) };
      // What was searched for stands in no address, so that the next part is asked for by a form.
      const next = formView(request, {
        action: 'find-form-entries',
        id: 'find-more',
        submit: words('list.next'),
        hidden: { form, search: asked, from: String(offset / MAX_FOUND + 1) },
      });
      return {
        shown: [
          { kind: 'table', table: { ...table, caption: `${table.caption}: ${words('list.range', numbers)}` } },
          ...(to < found.total ? [{ kind: 'form' as const, form: next }] : []),
        ],
      };
    },
  };
  const resend: Action = {
    permission: 'entries',
    page: PAGE,
    async run(request, fields) {
      const entry = fields.text('id');
      const queued = await entries.resendDeliveries(entry === '' ? { form: fields.text('form') } : { entry });
      const actor = requireUser(request).id;
      const notes = [...new Set(queued)].map((subject) => ({ actor, action: 'form-entry.resend', subject }));
      if (notes.length > 0) await staff.note(...notes);
      return { to: PAGE, query: { state: fields.text('form'), done: 'entriesResent', n: String(queued.length) } };
    },
  };
  const openOne: Action = {
    permission: 'entries',
    page: PAGE,
    repeatable: true,
    run: (request, fields) => open(request, fields.text('id')),
    again: (request, fields) => open(request, fields.text('id')),
  };
  const remove: Action = {
    permission: 'entries',
    page: PAGE,
    requiresReauth: true,
    async run(request, fields) {
      const id = fields.text('id');
      if (!(await entries.deleteEntry(id))) return gone(request);
      await staff.note({ actor: requireUser(request).id, action: 'form-entry.delete', subject: id });
      return { to: PAGE, query: { done: 'entryDeleted' } };
    },
  };

  async function placesSection({ words }: AdminRequest, form: string): Promise<readonly SectionView[]> {
    const places = site()?.forms.get(`forms/${form}`)?.places;
    if (places === undefined) return [];
    const taken = words.number(await entries.placesTaken({ form, places }));
    const value = words('entries.placesOf', { taken, total: words.number(places.total) });
    return [{ kind: 'facts', facts: [{ label: words('entries.places'), value }] }];
  }

  function buildFilters(request: AdminRequest, forms: readonly string[], form: string, isFailed: boolean) {
    const titles = forms.map((each) => readTitle(request, each));
    const named = (title: string, index: number): string =>
      titles.filter((other) => other === title).length > 1 ? `${title} (${forms[index] ?? ''})` : title;
    return [
      ...forms.map((each, index) => ({
        label: named(titles[index] ?? each, index),
        href: linkFirstPage(request, { state: each, kind: '' }),
        current: each === form && !isFailed,
      })),
      {
        label: request.words('entries.failed'),
        href: linkFirstPage(request, { state: form, kind: FAILED }),
        current: isFailed,
      },
    ];
  }

  async function buildTable(
    request: AdminRequest,
    form: string,
    found: readonly ShownEntry[],
    list: PageState<'sent'> | null,
  ): Promise<TableView> {
    const { words } = request;
    const deliveries = await entries.readDeliveries(found);
    const { places, confirm } = site()?.forms.get(`forms/${form}`) ?? {};
    const isConfirmed = confirm !== undefined || found.some(hasConfirmation);
    return {
      caption: words('entries.caption'),
      columns: [
        list === null
          ? { label: words('entries.sent') }
          : sortColumn(request, list, 'sent', { label: words('entries.sent') }),
        { label: words('entries.address') },
        { label: words('entries.language') },
        { label: words('entries.page') },
        ...(isConfirmed ? [{ label: words('entries.confirmed') }] : []),
        ...(places === undefined ? [] : [{ label: words('entries.takes'), numeric: true }]),
        { label: words('entries.webhooks') },
        { label: words('list.action') },
      ],
      rows: found.map((entry) => ({
        key: entry.id,
        cells: [
          { text: words.moment(entry.sent_at) },
          { text: entry.email_canonical === null ? '–' : maskEmail(entry.email_canonical) },
          { text: entry.locale.toUpperCase() },
          { text: entry.document ?? '–' },
          ...(isConfirmed ? [describeConfirmation(request, entry)] : []),
          ...(places === undefined ? [] : [{ text: words.number(countPlaces(entry, places.counts)) }]),
          describeDeliveries(request, deliveries.get(entry.id) ?? []),
          {
            text: '',
            forms: [
              formView(request, {
                action: 'open-form-entry',
                id: `open-${entry.id}`,
                submit: words('entries.open'),
                hidden: { id: entry.id },
              }),
            ],
          },
        ],
      })),
      empty: { title: words('entries.none'), text: words('entries.noneText') },
    };
  }

  return {
    pages: [
      {
        queries: {
          'form-entries': viewQuery('entries', async (request) => {
            const { words } = request;
            const [forms, form] = [await listForms(), await formIn(request)];
            if (form === undefined)
              return { sections: [{ kind: 'note', mark: 'off', title: words('entries.noForms') }] };
            const list = readPageState(request, ['sent'], { order: 'sent', descending: true });
            const isFailed = request.query.get('kind') === FAILED;
            const found = await entries.listEntries({ ...list, form, isFailed, newestFirst: list.descending });
            const table: TableView = {
              ...(await buildTable(request, form, found.entries, list)),
              views: buildFilters(request, forms, form, isFailed),
              pager: buildPagerBeside(
                request,
                list,
                found.total,
                found.entries.map(({ id, sent_at: value }) => ({ value, id })),
              ),
              downloads: [{ label: words('list.download'), href: request.fileHref('form-entries', { state: form }) }],
            };
            return {
              sections: [
                ...(await placesSection(request, form)),
                { kind: 'form', form: searchForm(request, form) },
                { kind: 'table', table },
                ...(isFailed && found.total > 0
                  ? [{ kind: 'form' as const, form: resendForm(request, form, words('entries.resendAll')) }]
                  : []),
              ],
            };
          }),
        },
        actions: {
          'find-form-entries': search,
          'open-form-entry': openOne,
          'delete-form-entry': remove,
          'resend-form-entry': resend,
        },
        downloads: {
          'form-entries': {
            permission: 'entries',
            async load(request) {
              const form = await formIn(request);
              if (form === undefined) return null;
              const question = { form, newestFirst: false, offset: 0, limit: MAX_FILE_ROWS };
              return { name: `${form}.csv`, rows: buildCsvRows((await entries.listEntries(question)).entries) };
            },
          },
        },
      },
    ],
    attention: [
      {
        permission: 'entries',
        async look(request) {
          const { words, href } = request;
          return (await entries.deadByForm()).map(({ form, requests }) => ({
            urgency: 'now',
            item: {
              mark: 'stop',
              state: words('start.stopped'),
              title: words('start.deadWebhooks', { count: words.number(requests) }),
              text: readTitle(request, form),
              link: { label: words('start.reason'), href: href(PAGE, { state: form, kind: FAILED }) },
            },
          }));
        },
      },
    ],
    counts: [
      {
        permission: 'entries',
        async count() {
          const dead = (await entries.deadByForm()).reduce((sum, { requests }) => sum + requests, 0);
          return { [PAGE]: Math.min(MAX_COUNTED, dead) };
        },
      },
    ],
    menu: [
      {
        title: 'menu.people',
        ways: [{ path: PAGE, label: 'menu.entries', permission: 'entries', after: '/admin/mails' }],
      },
    ],
  };
}

const gone = ({ words }: AdminRequest): ActionResult => ({
  shown: [{ kind: 'note', mark: 'alert', title: words('entries.gone') }],
});

function searchForm(request: AdminRequest, form: string) {
  const { words } = request;
  return formView(request, {
    action: 'find-form-entries',
    submit: words('list.search'),
    fields: [{ name: 'search', label: words('entries.search'), type: 'text', required: true, autocomplete: 'off' }],
    hidden: { form },
  });
}

/** Places that an entry takes, as they are counted. */
function countPlaces({ answers }: ShownEntry, counts: string | undefined): number {
  const taken = counts === undefined ? 1 : answers[counts];
  return typeof taken === 'number' ? taken : 0;
}

/** A column for each field and parameter that an entry has. */
function buildCsvRows(found: readonly ShownEntry[]): readonly (readonly string[])[] {
  const listColumns = (part: 'answers' | 'query'): readonly string[] => [
    ...new Set(found.flatMap((entry) => Object.keys(entry[part]))),
  ];
  const [fields, parameters] = [listColumns('answers'), listColumns('query')];
  const isConfirmed = found.some(hasConfirmation);
  return [
    ['sent', ...(isConfirmed ? ['confirmed'] : []), 'language', 'page', ...fields, ...parameters],
    ...found.map(
      ({ sent_at: sent, confirm_until: until, confirmed_at: confirmed, locale, document, answers, query }) => [
        sent,
        // Empty where nobody was asked.
        ...(isConfirmed ? [until === null ? (confirmed ?? '') : 'no'] : []),
        locale,
        document ?? '',
        ...fields.map((field) => formatAnswer(answers[field])),
        ...parameters.map((name) => query[name] ?? ''),
      ],
    ),
  ];
}

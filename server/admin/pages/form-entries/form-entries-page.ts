import type { Mark, SectionView, TableView } from '#engine/base/data-view.ts';
import type { Site } from '#engine/documents/types.ts';
import { formView } from '#server/admin/form.ts';
import { listState, masked, MAX_FILE_ROWS, pagerOf, sortColumn, stateViews } from '#server/admin/list.ts';
import type { MoreAdminPages } from '#server/admin/index.ts';
import { type Action, type ActionResult, type AdminRequest, requireUser, viewQuery } from '#server/admin/admin-page.ts';
import type { FormEntries } from '#server/forms/entries/index.ts';
import { labelledAnswers } from '#server/forms/entries/mails/write-mails.ts';
import type { Staff } from '#server/staff/index.ts';

export interface FormEntriesPagePorts {
  readonly entries: FormEntries;
  readonly staff: Pick<Staff, 'note'>;
  /** The newest documents; `null` where there are none. */
  readonly site: () => Site | null;
}

const PAGE = '/admin/form-entries';
const MAX_FOUND = 50;
type Entry = NonNullable<Awaited<ReturnType<FormEntries['findEntry']>>>;

/** What was sent with form documents. Nothing that names a person is in an address: searches are posted, an entry is opened by a form. */
export function formEntriesPages({ entries, staff, site }: FormEntriesPagePorts): MoreAdminPages {
  const formsOf = async (): Promise<readonly string[]> => {
    const ofSite = [...(site()?.forms.keys() ?? [])].map((id) => id.slice('forms/'.length));
    return [...new Set([...ofSite, ...(await entries.formsWithEntries())])].toSorted();
  };
  const formIn = async ({ query }: Pick<AdminRequest, 'query'>): Promise<string | undefined> => {
    const forms = await formsOf();
    return forms.find((form) => form === query.get('state')) ?? forms[0];
  };

  const open = async (request: AdminRequest, id: string): Promise<ActionResult> => {
    const entry = await entries.findEntry(id);
    if (entry === null) return gone(request);
    await staff.note({ actor: requireUser(request).id, action: 'form-entry.open', subject: id });
    return { shown: entrySections(request, entry, site(), (await entries.deliveriesOf([entry])).get(id) ?? []) };
  };
  const search: Action = {
    permission: 'entries',
    page: PAGE,
    async run(request, fields) {
      const { words } = request;
      const form = fields.text('form');
      const question = { form, search: fields.text('search'), newestFirst: true, offset: 0, limit: MAX_FOUND };
      const found = await entries.listEntries(question);
      if (found.total === 0) return { errors: { search: words('entries.nothing') } };
      const table = { ...(await tableOf(request, found.entries, null)), caption: words('entries.found') };
      return { shown: [{ kind: 'table', table }] };
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

  async function tableOf(
    request: AdminRequest,
    found: readonly Entry[],
    list: ReturnType<typeof listState<'sent'>> | null,
  ): Promise<TableView> {
    const { words } = request;
    const deliveries = await entries.deliveriesOf(found);
    return {
      caption: words('entries.caption'),
      columns: [
        list === null
          ? { label: words('entries.sent') }
          : sortColumn(request, list, 'sent', { label: words('entries.sent') }),
        { label: words('entries.address') },
        { label: words('entries.language') },
        { label: words('entries.page') },
        { label: words('entries.webhooks') },
        { label: words('list.action') },
      ],
      rows: found.map((entry) => ({
        key: entry.id,
        cells: [
          { text: words.moment(entry.sent_at) },
          { text: entry.email_canonical === null ? '–' : masked(entry.email_canonical) },
          { text: entry.locale.toUpperCase() },
          { text: entry.document ?? '–' },
          stateOf(request, deliveries.get(entry.id) ?? []),
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
            const [forms, form] = [await formsOf(), await formIn(request)];
            if (form === undefined)
              return { sections: [{ kind: 'note', mark: 'off', title: words('entries.noForms') }] };
            const list = listState(request, ['sent'], { order: 'sent', descending: true });
            const found = await entries.listEntries({ ...list, form, newestFirst: list.descending });
            const table: TableView = {
              ...(await tableOf(request, found.entries, list)),
              views: stateViews(request, forms, form, (name) => name),
              pager: pagerOf(request, list, found.total),
              downloads: [{ label: words('list.download'), href: request.fileHref('form-entries', { state: form }) }],
            };
            return {
              sections: [
                ...(await placesSection(request, form)),
                { kind: 'form', form: searchForm(request, form) },
                { kind: 'table', table },
              ],
            };
          }),
        },
        actions: { 'find-form-entries': search, 'open-form-entry': openOne, 'delete-form-entry': remove },
        downloads: {
          'form-entries': {
            permission: 'entries',
            async load(request) {
              const form = await formIn(request);
              if (form === undefined) return null;
              const question = { form, newestFirst: false, offset: 0, limit: MAX_FILE_ROWS };
              return { name: `${form}.csv`, rows: rowsOf((await entries.listEntries(question)).entries) };
            },
          },
        },
      },
    ],
    attention: [],
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

type Deliveries = readonly { readonly webhook: string; readonly status: string; readonly last_error: string | null }[];

/** The requests to webhooks of an entry, the one that needs somebody first. */
function stateOf({ words }: AdminRequest, deliveries: Deliveries): { readonly text: string; readonly mark?: Mark } {
  const worst = ['dead', 'queued', 'sending', 'sent'].find((status) =>
    deliveries.some((each) => each.status === status),
  );
  switch (worst) {
    case 'dead':
      return { text: words('mails.state.dead'), mark: 'stop' };
    case 'queued':
    case 'sending':
      return { text: words(`mails.state.${worst}`), mark: 'wait' };
    case 'sent':
      return { text: words('mails.state.sent'), mark: 'on' };
    default:
      return { text: '–' };
  }
}

function entrySections(
  request: AdminRequest,
  entry: Entry,
  site: Site | null,
  deliveries: Deliveries,
): readonly SectionView[] {
  const { words, locale } = request;
  const form = site?.forms.get(`forms/${entry.form}`);
  const labelled =
    site === null || form === undefined ? [] : labelledAnswers({ site, form, answers: entry.answers }, locale);
  // Fields that the form does not have any more are named as they were stored.
  const known = new Set(form?.fields.map(({ name }) => name));
  const former = Object.entries(entry.answers)
    .filter(([name]) => !known.has(name))
    .map(([label, answer]) => ({ label, value: textOf(answer) }));
  const agreed = Object.values(entry.consents).map(({ policy, version }) => `${policy}, ${version}`);
  return [
    {
      kind: 'facts',
      title: words('entries.entry', { form: entry.form }),
      facts: [
        { label: words('entries.sent'), value: words.moment(entry.sent_at) },
        ...labelled,
        ...former,
        ...Object.entries(entry.query).map(([label, value]) => ({ label, value })),
        ...(agreed.length > 0 ? [{ label: words('entries.agreed'), value: agreed.join('; ') }] : []),
        ...deliveries.map(({ webhook, status, last_error: error }) => ({
          label: words('entries.webhook', { name: webhook }),
          value: error === null ? stateOf(request, [{ webhook, status, last_error: null }]).text : error,
        })),
        { label: words('entries.deleteAt'), value: words.moment(entry.delete_at) },
      ],
    },
    {
      kind: 'form',
      form: formView(request, {
        action: 'delete-form-entry',
        submit: words('entries.delete'),
        hidden: { id: entry.id },
        danger: true,
      }),
    },
  ];
}

const textOf = (answer: Entry['answers'][string] | undefined): string =>
  answer === undefined ? '' : typeof answer === 'object' ? answer.join(', ') : String(answer);

/** A column for each field and parameter that an entry has. */
function rowsOf(found: readonly Entry[]): readonly (readonly string[])[] {
  const columnsOf = (part: 'answers' | 'query'): readonly string[] => [
    ...new Set(found.flatMap((entry) => Object.keys(entry[part]))),
  ];
  const [fields, parameters] = [columnsOf('answers'), columnsOf('query')];
  return [
    ['sent', 'language', 'page', ...fields, ...parameters],
    ...found.map(({ sent_at: sent, locale, document, answers, query }) => [
      sent,
      locale,
      document ?? '',
      ...fields.map((field) => textOf(answers[field])),
      ...parameters.map((name) => query[name] ?? ''),
    ]),
  ];
}

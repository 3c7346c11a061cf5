import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import { adminActions } from '#schemas/generated/admin-actions/form-entries.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminRequest, buildViewQuery } from '#server/admin/admin-page.ts';
import type { MoreAdminPages } from '#server/admin/index.ts';
import { linkFirstPage, buildPagerBeside, readPageState } from '#server/admin/list.ts';
import { MAX_COUNTED } from '#server/admin/menu/menu.ts';
import { readFormTitle } from '#server/forms/entries/mails/write-mails.ts';
import { buildActOnChosenForm } from './actions/act-on-form-entries/act-on-form-entries.ts';
import { buildSearchEntriesForm } from './actions/find-form-entries/find-form-entries.ts';
import { buildResendForm } from './actions/resend-form-entry/resend-form-entry.ts';
import { buildEntriesTable } from './build-entries-table.ts';
import { buildEntriesFile, getFormEntryPosition } from './entries-file.ts';
import { ENTRIES_PAGE, type FormEntriesPagePorts } from './ports.ts';

/** Value of the filter for entries with a failed webhook. */
const FAILED = 'failed';

/** Entries of form documents. Addresses contain no personal data: searches are posted, and an entry is opened by a form. */
export function createFormEntriesPages(ports: FormEntriesPagePorts): MoreAdminPages {
  const { entries, site } = ports;
  const listForms = async (): Promise<readonly string[]> => {
    const ofSite = [...(site()?.forms.keys() ?? [])].map((id) => id.slice('forms/'.length));
    return [...new Set([...ofSite, ...(await entries.formsWithEntries())])].toSorted();
  };
  const formIn = async ({ query }: Pick<AdminRequest, 'query'>): Promise<string | undefined> => {
    const forms = await listForms();
    return forms.find((form) => form === query.get('state')) ?? forms[0];
  };

  const readTitle = ({ locale }: Pick<AdminRequest, 'locale'>, form: string): string => {
    const current = site();
    return current === null ? form : readFormTitle(current, form, locale);
  };
  /** Of a form that the site still has: places taken, and how long entries are stored. */
  async function factsSection({ t }: AdminRequest, form: string): Promise<readonly SectionView[]> {
    const document = site()?.forms.get(`forms/${form}`);
    if (document === undefined) return [];
    const { places, retention } = document;
    const facts = [{ label: t('entries.retention'), value: t.number(retention.days) }];
    if (places !== undefined) {
      const taken = t.number(await entries.placesTaken({ form, places }));
      const value = t('entries.placesOf', { taken, total: t.number(places.total) });
      facts.unshift({ label: t('entries.places'), value });
    }
    return [{ kind: 'facts', facts }];
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
        label: request.t('entries.failed'),
        href: linkFirstPage(request, { state: form, kind: FAILED }),
        current: isFailed,
      },
    ];
  }

  return {
    pages: [
      {
        queries: {
          'form-entries': buildViewQuery('entries', async (request) => {
            const { t } = request;
            const [forms, form] = [await listForms(), await formIn(request)];
            if (form === undefined) return { sections: [{ kind: 'note', mark: 'off', title: t('entries.noForms') }] };
            const list = readPageState(request, ['sent'], { order: 'sent', descending: true });
            const isFailed = request.query.get('kind') === FAILED;
            const found = await entries.listEntries({ ...list, form, isFailed, newestFirst: list.descending });
            const table: TableView = {
              ...(await buildEntriesTable(ports, request, { form, found: found.entries, list })),
              views: buildFilters(request, forms, form, isFailed),
              pager: buildPagerBeside(request, list, found.total, found.entries.map(getFormEntryPosition)),
              downloads: [{ label: t('list.download'), href: request.fileHref('form-entries', { state: form }) }],
              ...(found.entries.length > 0 && { chosen: buildActOnChosenForm(request, form) }),
            };
            return {
              sections: [
                ...(await factsSection(request, form)),
                { kind: 'form', form: buildSearchEntriesForm(request, form) },
                { kind: 'table', table },
                ...(isFailed && found.total > 0
                  ? [{ kind: 'form' as const, form: buildResendForm(request, form, t('entries.resendAll')) }]
                  : []),
              ],
            };
          }),
        },
        actions: createActions(adminActions, ports).actions,
        downloads: {
          'form-entries': {
            permission: 'entries',
            async load(request) {
              const form = await formIn(request);
              if (form === undefined) return null;
              return buildEntriesFile(`${form}.csv`, {
                async read(range) {
                  const found = await entries.listEntries({ ...range, form, newestFirst: false });
                  return { rows: found.entries, total: found.total };
                },
                getPosition: getFormEntryPosition,
              });
            },
          },
        },
      },
    ],
    attention: [
      {
        permission: 'entries',
        async look(request) {
          const { t, href } = request;
          return (await entries.deadByForm()).map(({ form, requests }) => ({
            urgency: 'now',
            item: {
              mark: 'stop',
              state: t('start.stopped'),
              title: t('start.deadWebhooks', { count: t.number(requests) }),
              text: readTitle(request, form),
              link: { label: t('start.reason'), href: href(ENTRIES_PAGE, { state: form, kind: FAILED }) },
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
          return { [ENTRIES_PAGE]: Math.min(MAX_COUNTED, dead) };
        },
      },
    ],
    menu: [
      {
        title: 'menu.people',
        ways: [{ path: ENTRIES_PAGE, label: 'menu.entries', permission: 'entries', after: '/admin/mails' }],
      },
    ],
  };
}

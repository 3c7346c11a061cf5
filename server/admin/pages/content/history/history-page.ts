import type { CellView, FieldView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import {
  type ActionResult,
  type AdminPage,
  type AdminRequest,
  type Fields,
  requireUser,
  viewQuery,
} from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
import { listState, buildPager } from '#server/admin/list.ts';
import { type Preview, previewed } from '#server/admin/preview.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { Revision, RevisionSummary, ScheduledFile } from '#server/site/publications/publications.ts';
import { changesTable } from '../change-table.ts';
import { askAboutPhases, readPhaseAnswers } from '../experiment-sections.ts';
import { findingText } from '../finding-rows.ts';
import { type ChangedFile, compareFiles } from '../model/changes.ts';
import { type GetName, readNames } from '../people.ts';
import { previewLinkActions, previewLinkSections } from '../preview-links.ts';
import { noteMistake } from '../publication-note.ts';
import { agreedScheduled, askAboutScheduled, scheduledRefusal } from '../scheduled-files.ts';
import { type ContentTools, HISTORY_PAGE } from '../tools.ts';

const marks = { live: 'on', scheduled: 'wait', withdrawn: 'off' } as const;
const ROWS = 25;
const previewLinks = { page: HISTORY_PAGE, create: 'create-site-preview', revoke: 'revoke-site-preview' } as const;

/** What was published when and by whom, and how it comes back (P3). */
export function historyPage(tools: ContentTools): AdminPage {
  const { publications } = tools;
  const restore = restoreRevision(tools);
  const withdraw = withdrawRevision(tools);
  return {
    queries: {
      history: viewQuery(
        'author',
        async (request) => {
          const { words, query, shown } = request;
          const id = parseWholeNumber(query.get('revision') ?? '') || 0;
          const getName = await readNames(tools.staff, request);
          if (id === 0)
            return {
              lede: words('history.lede'),
              sections:
                shown.length > 0
                  ? []
                  : [
                      await revisionsTable(request, tools, getName),
                      ...(await previewLinkSections(request, tools, { kind: 'published' }, previewLinks)),
                      ...buildSection(request),
                    ],
            };
          const revision = await publications.readRevision(id);
          if (revision === null) return { sections: [{ kind: 'note', mark: 'stop', title: words('history.unknown') }] };
          const lede = words('history.number', { number: String(id) });
          return { lede, sections: shown.length > 0 ? [] : await revisionSections(request, tools, revision, getName) };
        },
        topics.publications,
      ),
    },
    actions: {
      'preview-restore-revision': restore.preview,
      'restore-revision': restore.run,
      'preview-withdraw-revision': withdraw.preview,
      'withdraw-revision': withdraw.run,
      ...previewLinkActions(tools, previewLinks),
    },
  };
}

async function revisionsTable(
  request: AdminRequest,
  { publications }: ContentTools,
  getName: GetName,
): Promise<SectionView> {
  const { words, href } = request;
  const list = listState(request, ['id'], { order: 'id', descending: true }, ROWS);
  const { revisions, total } = await publications.listRevisions({ limit: list.limit, offset: list.offset });
  const table: TableView = {
    caption: words('history.caption'),
    columns: [
      { label: words('history.revision') },
      { label: words('content.state') },
      { label: words('history.at') },
      { label: words('history.author') },
      { label: words('draft.files'), numeric: true },
    ],
    rows: revisions.map((revision) => ({
      key: String(revision.id),
      cells: [
        {
          text: revision.note,
          sub: words('history.number', { number: String(revision.id) }),
          href: href(HISTORY_PAGE, { revision: String(revision.id) }),
        },
        stateCell(request, revision),
        { text: words.moment(revision.createdAt) },
        { text: getName(revision.author) },
        { text: words.number(revision.paths.length) },
      ],
    })),
    empty: { title: words('history.none'), text: words('history.noneText') },
    pager: buildPager(request, list, total),
  };
  return { kind: 'table', table };
}

function stateCell({ words }: AdminRequest, { state, goesLiveAt, restores }: RevisionSummary): CellView {
  const sub =
    state === 'scheduled'
      ? words.moment(goesLiveAt)
      : restores === null
        ? ''
        : restores === 0
          ? words('history.restoresBuild')
          : words('history.restores', { number: String(restores) });
  return { text: words(`history.${state}`), mark: marks[state], ...(sub !== '' && { sub }) };
}

const mayPublish = (request: AdminRequest): boolean => requireUser(request).permissions.includes('publish');

/** Back to what came with the build. */
function buildSection(request: AdminRequest): readonly SectionView[] {
  const { words } = request;
  if (!mayPublish(request)) return [];
  const form = formView(request, {
    action: 'preview-restore-revision',
    title: words('history.toBuild'),
    text: words('history.toBuildText'),
    fields: [noteField(request)],
    hidden: { revision: '0' },
    submit: words('preview.show'),
  });
  return [{ kind: 'form', form: { ...form, primary: false } }];
}

const noteField = ({ words }: AdminRequest): FieldView => ({
  name: 'note',
  label: words('publish.note'),
  type: 'textarea',
  rows: 3,
  hint: words('publish.noteHint'),
  required: true,
});

async function revisionSections(
  request: AdminRequest,
  tools: ContentTools,
  revision: Revision,
  getName: GetName,
): Promise<readonly SectionView[]> {
  const { words, href } = request;
  const facts = [
    { label: words('publish.note'), value: revision.note },
    { label: words('history.author'), value: getName(revision.author) },
    { label: words('history.at'), value: words.moment(revision.createdAt) },
    { label: words('history.liveAt'), value: words.moment(revision.goesLiveAt) },
    { label: words('content.state'), value: words(`history.${revision.state}`) },
  ];
  return [
    { kind: 'ways', links: [{ label: words('history.all'), href: href(HISTORY_PAGE) }] },
    { kind: 'facts', facts },
    { kind: 'table', title: words('changes.title'), table: changesTable(request, revision.files) },
    ...(revision.state === 'withdrawn'
      ? []
      : await previewLinkSections(request, tools, { kind: 'revision', revision: revision.id }, previewLinks)),
    ...(mayPublish(request) ? revisionForms(request, revision) : []),
  ];
}

/** A scheduled revision can be withdrawn, a live one restored, whole or some of its files. */
function revisionForms(request: AdminRequest, { id, state, paths }: RevisionSummary): readonly SectionView[] {
  const { words } = request;
  if (state === 'withdrawn') return [];
  const shared = { hidden: { revision: String(id) }, submit: words('preview.show') };
  const form =
    state === 'scheduled'
      ? formView(request, {
          ...shared,
          action: 'preview-withdraw-revision',
          title: words('history.withdraw'),
          text: words('history.withdrawText'),
        })
      : formView(request, {
          ...shared,
          action: 'preview-restore-revision',
          title: words('history.restore'),
          text: words('history.restoreText'),
          fields: [
            noteField(request),
            ...paths.map((path): FieldView => ({
              name: `file-${path}`,
              label: path,
              type: 'checkbox',
              group: words('history.onlyFiles'),
            })),
          ],
        });
  return [{ kind: 'form', form: { ...form, primary: false } }];
}

interface Restored {
  readonly to: number;
  readonly note: string;
  readonly paths: readonly string[];
  /** What visitors get and would get, by file. */
  readonly files: readonly ChangedFile[];
  /** Running experiments that it is asked about whether a new phase begins. */
  readonly asked: readonly string[];
  readonly scheduled: readonly ScheduledFile[];
}

const readRevision = (fields: Fields): number => Math.max(0, parseWholeNumber(fields.text('revision')) || 0);

const restoreRevision = (tools: ContentTools) =>
  previewed<Restored>({
    name: 'restore-revision',
    permission: 'publish',
    page: HISTORY_PAGE,
    async preview(request, fields): Promise<Preview<Restored> | { readonly answer: ActionResult }> {
      const { words } = request;
      const [to, note] = [readRevision(fields), fields.text('note')];
      const errors = noteMistake(request, note);
      if (errors !== null) return { answer: { errors } };
      const paths = fields.ticked('file-');
      const files = await tools.publications.previewRollBack({ to, ...(paths.length > 0 && { paths }) });
      if (files === null) return { answer: { errors: {}, message: words('history.unknown') } };
      if (files.length === 0) return { answer: { errors: {}, message: words('history.same') } };
      // What an experiment shows after it is read as before it: a roll-back leaves running ones as they are.
      const before = await tools.read();
      const phases = askAboutPhases(request, { before, after: before }, compareFiles(files), fields);
      const scheduled = await tools.publications.listScheduled(new Map(files.map(({ path, after }) => [path, after])));
      const held = askAboutScheduled(request, scheduled, fields);
      const title = to === 0 ? words('history.toBuild') : words('history.restoreTo', { number: String(to) });
      return {
        state: { to, note, paths, files, asked: phases.asked, scheduled },
        sections: [
          { kind: 'note', mark: 'alert', title, text: note },
          ...phases.sections,
          ...held.sections,
          { kind: 'table', title: words('changes.title'), table: changesTable(request, files) },
        ],
        form: {
          fields: [...phases.fields, ...held.fields],
          submit: words('history.restoreSubmit'),
          hidden: { revision: String(to), note, ...Object.fromEntries(paths.map((path) => [`file-${path}`, 'on'])) },
        },
      };
    },
    async run(request, fields, { to, note, paths, asked, scheduled }) {
      const { words } = request;
      const { newPhases, errors } = readPhaseAnswers(request, fields, asked);
      if (Object.keys(errors).length > 0) return { errors };
      const outcome = await tools.publications.rollBack({
        to,
        ...(paths.length > 0 && { paths }),
        note,
        actor: requireUser(request).id,
        key: fields.key,
        overrideScheduled: agreedScheduled(fields, scheduled),
        newPhases,
      });
      switch (outcome.code) {
        case 'PUBLISHED':
          return { to: HISTORY_PAGE, query: { revision: String(outcome.revision), done: 'restored' } };
        case 'REFUSED':
          return { errors: {}, message: `${words('publish.refused')} ${outcome.findings.map(findingText).join(' ')}` };
        case 'CONFLICT':
          return scheduledRefusal(request, scheduled, outcome.scheduled);
        case 'EMPTY':
          return { errors: {}, message: words('history.same') };
        case 'NO_REVISION':
          return null;
      }
    },
  });

const withdrawRevision = ({ publications }: ContentTools) =>
  previewed<{ readonly revision: number }>({
    name: 'withdraw-revision',
    permission: 'publish',
    page: HISTORY_PAGE,
    async preview(request, fields) {
      const { words } = request;
      const revision = await publications.readRevision(readRevision(fields));
      if (revision === null || revision.state !== 'scheduled')
        return { answer: { errors: {}, message: words('history.notScheduled') } };
      const { id, note, goesLiveAt, files } = revision;
      const title = words('history.withdrawPreview', { number: String(id), time: words.moment(goesLiveAt) });
      return {
        state: { revision: id },
        sections: [
          { kind: 'note', mark: 'alert', title, text: note },
          { kind: 'table', title: words('changes.title'), table: changesTable(request, files) },
        ],
        form: { submit: words('history.withdraw'), danger: true, hidden: { revision: String(id) } },
      };
    },
    async run(request, _fields, { revision }) {
      const outcome = await publications.withdraw({ revision, actor: requireUser(request).id });
      switch (outcome.code) {
        case 'WITHDRAWN':
          return { to: HISTORY_PAGE, query: { revision: String(revision), done: 'withdrawn' } };
        case 'REFUSED': {
          const reasons = outcome.findings.map(findingText).join(' ');
          return { errors: {}, message: `${request.words('history.withdrawRefused')} ${reasons}` };
        }
        case 'NOT_SCHEDULED':
          return null;
      }
    },
  });

import type { FieldView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { wallTimeToEpoch } from '#engine/shared/wall-time.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import {
  type ActionResult,
  type AdminPage,
  type AdminRequest,
  type Fields,
  requireUser,
  viewQuery,
} from '#server/admin/admin-page.ts';
import { agreedForm, type Preview, previewed } from '#server/admin/preview.ts';
import type { Draft, DraftFile, Findings, ScheduledFile } from '#server/site/publications/publications.ts';
import { changesTable } from '../change-table.ts';
import { acceptSections, acceptVariants } from './accept-variants.ts';
import { askAboutPhases, readPhaseAnswers } from '../experiment-sections.ts';
import { findingsTable, findingText } from '../finding-rows.ts';
import { type ChangedFile, compareFiles } from '../model/changes.ts';
import { noteMistake } from '../publication-note.ts';
import { readNames } from '../people.ts';
import { agreedScheduled, askAboutScheduled, scheduledRefusal } from '../scheduled-files.ts';
import {
  type ContentTools,
  draftIn,
  readFormDraft,
  DRAFTS_PAGE,
  goneNote,
  HISTORY_PAGE,
  PUBLISH_PAGE,
} from '../tools.ts';

const NAME = 'publish-draft';

/** What a user agrees to: exactly these contents of these files over exactly what visitors get now. */
interface Agreed {
  readonly draft: string;
  readonly seen: string;
  /** Files that were published since they were first changed in the draft. */
  readonly overrides: readonly string[];
  readonly scheduled: readonly ScheduledFile[];
  /** Running experiments that it is asked about whether a new phase begins. */
  readonly asked: readonly string[];
}

/** What a draft would change for visitors, and the button that does it (P2). */
export function publishPage(tools: ContentTools): AdminPage {
  const publish = previewed<Agreed>({
    name: NAME,
    permission: 'publish',
    page: PUBLISH_PAGE,
    async preview(request, fields) {
      const draft = await readFormDraft(tools, fields);
      return draft === null
        ? { answer: { errors: {}, message: request.words('draft.gone') } }
        : buildPreview(request, tools, draft, fields);
    },
    async run(request, fields, agreed) {
      return publishAgreed(request, tools, fields, agreed);
    },
  });
  return {
    queries: {
      publish: viewQuery('author', async (request) => {
        const { words, query, href, shown } = request;
        const named = query.get('draft') ?? '';
        if (named === '') return { lede: words('publish.lede'), sections: await overview(request, tools) };
        const draft = await draftIn(tools, named);
        if (draft === null) return { sections: shown.length > 0 ? [] : [goneNote(request)] };
        const back = { label: words('draft.open'), href: href(DRAFTS_PAGE, { draft: draft.id }) };
        const ways: SectionView = { kind: 'ways', links: [back] };
        const lede = words('publish.of', { draft: draft.name });
        // What an action shows is the same, with what was wrong.
        if (shown.length > 0) return { lede, sections: [ways] };
        const { state, sections, form, isRefused } = await buildPreview(request, tools, draft);
        const { id: actor, permissions } = requireUser(request);
        const note = (title: 'publish.mayNot' | 'publish.own'): SectionView => ({
          kind: 'note',
          mark: 'off',
          title: words(title),
          text: words(`${title}Text`),
        });
        const submit: SectionView = !permissions.includes('publish')
          ? note('publish.mayNot')
          : (await tools.publications.mayPublish({ draft: draft.id, actor }))
            ? { kind: 'form', form: agreedForm(request, NAME, state, form) }
            : note('publish.own');
        return {
          lede,
          sections: [
            ways,
            ...acceptSections(request, await tools.read(draft.id), draft),
            ...sections,
            ...(!isRefused && draft.changes.some(({ content, live }) => content !== live) ? [submit] : []),
          ],
        };
      }),
    },
    actions: { 'preview-publish-draft': publish.preview, [NAME]: publish.run, ...acceptVariants(tools) },
  };
}

const isOvertaken = ({ base, live }: DraftFile): boolean => base !== live;
const changedFiles = (draft: Draft): readonly ChangedFile[] =>
  draft.changes.map(({ path, live, content }) => ({ path, before: live, after: content }));

/** @param typed What was sent, to stand in the form again when the draft has changed meanwhile. */
async function buildPreview(
  request: AdminRequest,
  tools: ContentTools,
  draft: Draft,
  typed?: Fields,
): Promise<Preview<Agreed> & { readonly isRefused: boolean }> {
  const { words } = request;
  const findings = await tools.publications.check(draft.id);
  const files = changedFiles(draft);
  const contents = { before: await tools.read(), after: await tools.read(draft.id) };
  const phases = askAboutPhases(request, contents, compareFiles(files), typed);
  const overtaken = draft.changes.filter(isOvertaken);
  const changed = files.filter(({ before, after }) => before !== after);
  const scheduled = await tools.publications.listScheduled(new Map(changed.map(({ path, after }) => [path, after])));
  const held = askAboutScheduled(request, scheduled, typed);
  const sections: readonly SectionView[] = [
    ...findingSections(request, findings),
    ...phases.sections,
    ...(overtaken.length === 0 ? [] : conflictSections(request, overtaken)),
    ...held.sections,
    { kind: 'table', title: words('changes.title'), table: changesTable(request, files) },
  ];
  const fields: readonly FieldView[] = [
    ...phases.fields,
    ...held.fields,
    {
      name: 'note',
      label: words('publish.note'),
      type: 'textarea',
      rows: 3,
      value: typed?.text('note') ?? '',
      hint: words('publish.noteHint'),
      required: true,
    },
    {
      name: 'at',
      label: words('publish.at'),
      type: 'datetime-local',
      value: typed?.text('at') ?? '',
      hint: words('publish.atHint'),
    },
    {
      name: 'zone',
      label: words('settings.zone'),
      type: 'text',
      value: typed?.text('zone') || SHOP_ZONE,
      hint: words('settings.zoneHint'),
    },
  ];
  return {
    isRefused: findings.errors.length > 0,
    state: {
      draft: draft.id,
      seen: draft.seen,
      overrides: overtaken.map(({ path }) => path),
      scheduled,
      asked: phases.asked,
    },
    sections,
    form: {
      title: words('publish.title'),
      text: words('publish.text'),
      fields,
      hidden: { draft: draft.id },
      submit: words('publish.submit'),
    },
  };
}

/** Errors refuse a publication; warnings that are new are shown, and older ones counted. */
function findingSections(request: AdminRequest, { errors, warnings, newWarnings }: Findings): readonly SectionView[] {
  const { words } = request;
  const shown = [...errors, ...newWarnings];
  const older = warnings.length - newWarnings.length;
  const text = older > 0 ? { text: words('publish.older', { count: words.number(older) }) } : {};
  const note: SectionView =
    errors.length > 0
      ? { kind: 'note', mark: 'stop', title: words('publish.errors', { count: words.number(errors.length) }), ...text }
      : newWarnings.length > 0
        ? {
            kind: 'note',
            mark: 'half',
            title: words('publish.warnings', { count: words.number(newWarnings.length) }),
            ...text,
          }
        : { kind: 'note', mark: 'on', title: words('publish.noFindings'), ...text };
  return [
    note,
    ...(shown.length === 0
      ? []
      : [{ kind: 'table' as const, title: words('state.documents'), table: findingsTable(request, shown) }]),
  ];
}

/** What others published meanwhile: the three versions, and that publishing takes the one of the draft. */
function conflictSections({ words }: AdminRequest, files: readonly DraftFile[]): readonly SectionView[] {
  const theirs = files.flatMap(({ path, base, live, content }) => {
    const changes = compareFiles([{ path, before: base, after: live }]);
    const mine = compareFiles([{ path, before: base, after: content }]);
    return changes.map((change) => {
      const same = mine.find((own) => identifyChange(own) === identifyChange(change));
      return { path, change, same };
    });
  });
  const formatSide = (change: (typeof theirs)[number]['same'], side: 'before' | 'after'): string =>
    change !== undefined && (change.kind === 'text' || change.kind === 'property') ? (change[side] ?? '–') : '–';
  const table: TableView = {
    caption: words('conflict.title'),
    columns: [
      { label: words('changes.what') },
      { label: words('conflict.base') },
      { label: words('conflict.theirs') },
      { label: words('conflict.yours') },
    ],
    rows: theirs.map(({ path, change, same }) => ({
      key: `${path} ${identifyChange(change)}`,
      cells: [
        { text: identifyChange(change), sub: path },
        { text: formatSide(change, 'before') },
        { text: formatSide(change, 'after') },
        { text: same === undefined ? formatSide(change, 'before') : formatSide(same, 'after') },
      ],
    })),
    empty: { title: words('changes.none'), text: '' },
  };
  return [
    { kind: 'note', mark: 'alert', title: words('publish.overtaken'), text: words('publish.overtakenText') },
    { kind: 'table', title: words('conflict.title'), table },
  ];
}

function identifyChange(change: ReturnType<typeof compareFiles>[number]): string {
  switch (change.kind) {
    case 'text':
      return `${change.locale} ${change.key}`;
    case 'property':
      return `${change.document} ${change.path}`;
    default:
      return change.file;
  }
}

async function publishAgreed(
  request: AdminRequest,
  { publications, clock }: ContentTools,
  fields: Fields,
  { draft, seen, overrides, scheduled, asked }: Agreed,
): Promise<ActionResult | null> {
  const { words } = request;
  const note = fields.text('note');
  const at = instantIn(request, fields, clock.now());
  const phases = readPhaseAnswers(request, fields, asked);
  const errors = { ...noteMistake(request, note), ...at.errors, ...phases.errors };
  if (Object.keys(errors).length > 0) return { errors };
  const outcome = await publications.publish({
    draft,
    note,
    goesLiveAt: at.instant,
    actor: requireUser(request).id,
    key: fields.key,
    seen,
    overrides,
    overrideScheduled: agreedScheduled(fields, scheduled),
    newPhases: phases.newPhases,
  });
  switch (outcome.code) {
    case 'PUBLISHED':
      return {
        to: HISTORY_PAGE,
        query: { revision: String(outcome.revision), done: at.instant === null ? 'published' : 'scheduled' },
      };
    case 'REFUSED':
      return { errors: {}, message: `${words('publish.refused')} ${outcome.findings.map(findingText).join(' ')}` };
    case 'EMPTY':
      return { errors: {}, message: words('changes.none') };
    case 'NO_DRAFT':
      return { errors: {}, message: words('draft.gone') };
    case 'OWN_CHANGES':
      return { errors: {}, message: `${words('publish.own')} ${words('publish.ownText')}` };
    case 'UNSEEN':
      return null;
    case 'CONFLICT':
      return scheduledRefusal(request, scheduled, outcome.scheduled);
  }
}

/** When it goes live: `null` at once. */
function instantIn(
  { words }: AdminRequest,
  fields: Fields,
  now: number,
): { readonly instant: number | null; readonly errors: Readonly<Record<string, string>> } {
  const [wall, zone] = [fields.text('at'), fields.text('zone') || SHOP_ZONE];
  if (wall === '') return { instant: null, errors: {} };
  try {
    const instant = wallTimeToEpoch(wall, zone);
    return instant > now ? { instant, errors: {} } : { instant: null, errors: { at: words('publish.past') } };
  } catch {
    return { instant: null, errors: { at: words('split.momentWrong') } };
  }
}

/** Drafts that wait for a publication, and publications that wait for their time. */
async function overview(request: AdminRequest, tools: ContentTools): Promise<readonly SectionView[]> {
  const { words, href } = request;
  const [drafts, { revisions }, getName] = await Promise.all([
    tools.publications.listDrafts(),
    tools.publications.listRevisions({ limit: 50, offset: 0 }),
    readNames(tools.staff, request),
  ]);
  const scheduled = revisions.filter(({ state }) => state === 'scheduled');
  const changed = drafts.filter(({ files }) => files > 0);
  return [
    {
      kind: 'table',
      title: words('publish.drafts'),
      table: {
        caption: words('publish.drafts'),
        columns: [
          { label: words('draft.name') },
          { label: words('draft.files'), numeric: true },
          { label: words('content.changed') },
        ],
        rows: changed.map(({ id, name, files, changedAt, createdBy }) => ({
          key: id,
          cells: [
            { text: name, href: href(PUBLISH_PAGE, { draft: id }) },
            { text: words.number(files) },
            { text: words.moment(changedAt), sub: getName(createdBy) },
          ],
        })),
        empty: { title: words('publish.noDrafts'), text: words('publish.noDraftsText') },
      },
    },
    {
      kind: 'table',
      title: words('publish.scheduled'),
      table: {
        caption: words('publish.scheduled'),
        columns: [
          { label: words('history.revision') },
          { label: words('publish.at') },
          { label: words('history.author') },
        ],
        rows: scheduled.map(({ id, note, goesLiveAt, author }) => ({
          key: String(id),
          cells: [
            {
              text: note,
              sub: words('history.number', { number: String(id) }),
              href: href(HISTORY_PAGE, { revision: String(id) }),
            },
            { text: words.moment(goesLiveAt), mark: 'wait' },
            { text: getName(author) },
          ],
        })),
        empty: { title: words('publish.noScheduled'), text: '' },
      },
    },
  ];
}

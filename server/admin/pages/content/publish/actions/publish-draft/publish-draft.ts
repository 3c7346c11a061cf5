import type { CellView, FieldView, FormView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { toEpoch } from '#engine/shared/wall-time.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import type { MutationPublishDraftArgs } from '#schemas/generated/graphql/resolvers.ts';
import { type DeclaredAction, definePreviewedAction } from '#server/admin/admin-action.ts';
import { type ActionResult, type AdminRequest, type Fields, requireUser } from '#server/admin/admin-page.ts';
import { buildAgreedForm, type Preview } from '#server/admin/preview.ts';
import type {
  Draft,
  DraftFile,
  Findings,
  Publications,
  ScheduledFile,
} from '#server/site/publications/publications.ts';
import { buildChangesTable, describeChange } from '../../../change-table.ts';
import { askAboutPhases, readPhaseAnswers } from '../../../experiment-sections.ts';
import { buildFindingsTable, describeFinding } from '../../../finding-rows.ts';
import { type Change, type ChangedFile, compareFiles } from '../../../model/changes.ts';
import { type ContentNames, nameContent } from '../../../model/name-content.ts';
import { readDraftImpact } from '../../../model/read-draft-impact.ts';
import { isNote, checkNote } from '../../../publication-note.ts';
import { createPublicationMutation, toPublicationOutcome } from '../../../publication-outcome.ts';
import { readAgreedScheduled, askAboutScheduled, checkScheduled } from '../../../scheduled-files.ts';
import { buildImpactSections } from '../../build-impact-sections.ts';
import { type ContentTools, HISTORY_PAGE, PUBLISH_PAGE, readFormDraft } from '../../../tools.ts';

const NAME = 'publish-draft';

/** What a user confirms: exactly these contents of these files over exactly this live content. */
interface Agreed {
  readonly draft: string;
  readonly seen: string;
  /** Files that were published after the draft first changed them. */
  readonly overrides: readonly string[];
  readonly scheduled: readonly ScheduledFile[];
  /** Running experiments for which the user decides whether a new phase begins. */
  readonly asked: readonly string[];
}

/** Publishes a draft exactly as previewed (P2). */
export const publishDraft = (tools: ContentTools): DeclaredAction => ({
  ...definePreviewedAction<Agreed>({
    name: NAME,
    permission: 'publish',
    page: PUBLISH_PAGE,
    async preview(request, fields) {
      const draft = await readFormDraft(tools, fields);
      return draft === null
        ? { answer: { errors: {}, message: request.t('draft.gone') } }
        : buildPreview(request, tools, draft, fields);
    },
    async run(request, fields, agreed) {
      return publishAgreed(request, tools, fields, agreed);
    },
  }),
  mutations: { publishDraft: publishDraftMutation(tools.publications) },
});

/** The submit button of the page that shows the preview. */
export const buildPublishForm = (request: AdminRequest, state: Agreed, form: Preview<Agreed>['form']): FormView =>
  buildAgreedForm(request, NAME, state, form);

const isOvertaken = ({ base, live }: DraftFile): boolean => base !== live;
const changedFiles = (draft: Draft): readonly ChangedFile[] =>
  draft.changes.map(({ path, live, content }) => ({ path, before: live, after: content }));

/**
 * What publishing a draft would change, as shown on its page.
 *
 * @param typed submitted values, shown again when the draft has changed meanwhile
 */
export async function buildPreview(
  request: AdminRequest,
  tools: ContentTools,
  draft: Draft,
  typed?: Fields,
): Promise<Preview<Agreed> & { readonly isRefused: boolean }> {
  const { t } = request;
  const findings = await tools.publications.check(draft.id);
  const files = changedFiles(draft);
  const contents = { before: await tools.read(), after: await tools.read(draft.id) };
  const names = nameContent(t, contents.after, contents.before);
  const phases = askAboutPhases(request, contents, compareFiles(files), typed);
  const overtaken = draft.changes.filter(isOvertaken);
  const changed = files.filter(({ before, after }) => before !== after);
  const scheduled = await tools.publications.listScheduled(new Map(changed.map(({ path, after }) => [path, after])));
  const held = askAboutScheduled(request, scheduled, names, typed);
  const sections: readonly SectionView[] = [
    ...findingSections(request, findings),
    ...phases.sections,
    ...(overtaken.length === 0 ? [] : conflictSections(request, overtaken, names)),
    ...held.sections,
    { kind: 'table', title: t('changes.title'), table: buildChangesTable(request, files, names) },
    ...buildImpactSections(request, await readDraftImpact(tools, draft, request)),
  ];
  const fields: readonly FieldView[] = [
    ...phases.fields,
    ...held.fields,
    {
      name: 'note',
      label: t('publish.note'),
      type: 'textarea',
      rows: 3,
      value: typed?.text('note') ?? '',
      hint: t('publish.noteHint'),
      required: true,
    },
    {
      name: 'at',
      label: t('publish.at'),
      type: 'datetime-local',
      value: typed?.text('at') ?? '',
      hint: t('publish.atHint'),
    },
    {
      name: 'zone',
      label: t('settings.zone'),
      type: 'text',
      value: typed?.text('zone') || SHOP_ZONE,
      hint: t('settings.zoneHint'),
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
      title: t('publish.title'),
      text: t('publish.text'),
      fields,
      hidden: { draft: draft.id },
      submit: t('publish.submit'),
    },
  };
}

/** Errors block a publication; new warnings are shown, older ones counted. */
function findingSections(request: AdminRequest, { errors, warnings, newWarnings }: Findings): readonly SectionView[] {
  const { t } = request;
  const shown = [...errors, ...newWarnings];
  const older = warnings.length - newWarnings.length;
  const text = older > 0 ? { text: t('publish.older', { count: t.number(older) }) } : {};
  const note: SectionView =
    errors.length > 0
      ? { kind: 'note', mark: 'stop', title: t('publish.errors', { count: t.number(errors.length) }), ...text }
      : newWarnings.length > 0
        ? {
            kind: 'note',
            mark: 'half',
            title: t('publish.warnings', { count: t.number(newWarnings.length) }),
            ...text,
          }
        : { kind: 'note', mark: 'on', title: t('publish.noFindings'), ...text };
  return [
    note,
    ...(shown.length === 0
      ? []
      : [{ kind: 'table' as const, title: t('state.documents'), table: buildFindingsTable(request, shown) }]),
  ];
}

/** Files that others published meanwhile, in three versions; publishing overwrites them with those of the draft. */
function conflictSections(
  { t }: AdminRequest,
  files: readonly DraftFile[],
  names: ContentNames,
): readonly SectionView[] {
  const theirs = files.flatMap(({ path, base, live, content }) => {
    const changes = compareFiles([{ path, before: base, after: live }]);
    const mine = compareFiles([{ path, before: base, after: content }]);
    return changes.map((change) => {
      const same = mine.find((own) => identifyChange(own) === identifyChange(change));
      return { path, change, same };
    });
  });
  const formatSide = (change: (typeof theirs)[number]['same'], side: 'before' | 'after'): string => {
    if (change?.kind === 'property') return describeChange(names, change)[side] ?? '–';
    return change?.kind === 'text' ? (change[side] ?? '–') : '–';
  };
  const table: TableView = {
    caption: t('conflict.title'),
    columns: [
      { label: t('changes.what') },
      { label: t('conflict.base') },
      { label: t('conflict.theirs') },
      { label: t('conflict.yours') },
    ],
    rows: theirs.map(({ path, change, same }) => ({
      key: `${path} ${identifyChange(change)}`,
      cells: [
        nameChange(change, names),
        { text: formatSide(change, 'before') },
        { text: formatSide(change, 'after') },
        { text: same === undefined ? formatSide(change, 'before') : formatSide(same, 'after') },
      ],
    })),
    empty: { title: t('changes.none'), text: '' },
  };
  return [
    { kind: 'note', mark: 'alert', title: t('publish.overtaken'), text: t('publish.overtakenText') },
    { kind: 'table', title: t('conflict.title'), table },
  ];
}

function identifyChange(change: Change): string {
  switch (change.kind) {
    case 'text':
      return `${change.locale} ${change.key}`;
    case 'property':
      return `${change.document} ${change.path}`;
    default:
      return change.file;
  }
}

function nameChange(change: Change, names: ContentNames): CellView {
  switch (change.kind) {
    case 'text':
      return { text: getNativeLanguageName(change.locale), sub: names.text(change.key) };
    case 'property':
      return { text: names.document(change.document), sub: names.property(change.document, change.path) };
    default:
      return { text: names.file(change.file), sub: change.file };
  }
}

async function publishAgreed(
  request: AdminRequest,
  { publications, clock }: ContentTools,
  fields: Fields,
  { draft, seen, overrides, scheduled, asked }: Agreed,
): Promise<ActionResult | null> {
  const { t } = request;
  const note = fields.text('note');
  const at = instantIn(request, fields, clock.now());
  const phases = readPhaseAnswers(request, fields, asked);
  const errors = { ...checkNote(request, note), ...at.errors, ...phases.errors };
  if (Object.keys(errors).length > 0) return { errors };
  const outcome = await publications.publish({
    draft,
    note,
    goesLiveAt: at.instant,
    actor: requireUser(request).id,
    key: fields.key,
    seen,
    overrides,
    overrideScheduled: readAgreedScheduled(fields, scheduled),
    newPhases: phases.newPhases,
  });
  switch (outcome.code) {
    case 'PUBLISHED':
      return {
        to: HISTORY_PAGE,
        query: { revision: String(outcome.revision), done: at.instant === null ? 'published' : 'scheduled' },
      };
    case 'REFUSED':
      return { errors: {}, message: `${t('publish.refused')} ${outcome.findings.map(describeFinding).join(' ')}` };
    case 'EMPTY':
      return { errors: {}, message: t('changes.none') };
    case 'NO_DRAFT':
      return { errors: {}, message: t('draft.gone') };
    case 'OWN_CHANGES':
      return { errors: {}, message: `${t('publish.own')} ${t('publish.ownText')}` };
    case 'UNSEEN':
      return null;
    case 'CONFLICT':
      return checkScheduled(request, scheduled, outcome.scheduled);
  }
}

/** Publication time; `null` for immediately. */
function instantIn(
  { t }: AdminRequest,
  fields: Fields,
  now: number,
): { readonly instant: number | null; readonly errors: Readonly<Record<string, string>> } {
  const [wall, zone] = [fields.text('at'), fields.text('zone') || SHOP_ZONE];
  if (wall === '') return { instant: null, errors: {} };
  try {
    const instant = toEpoch(wall, zone);
    return instant > now ? { instant, errors: {} } : { instant: null, errors: { at: t('publish.past') } };
  } catch {
    return { instant: null, errors: { at: t('split.momentWrong') } };
  }
}

/** The operation for API clients. */
export const publishDraftMutation = (publications: Pick<Publications, 'publish'>) =>
  createPublicationMutation<MutationPublishDraftArgs>(
    async (
      { draft, note, goesLiveAt: wanted, seen, overrides = [], overrideScheduled = [], newPhases = [] },
      { actor, key },
    ) => {
      const goesLiveAt = parseTime(wanted ?? null);
      if (!isNote(note)) return { code: 'INVALID_NOTE' };
      if (goesLiveAt === undefined) return { code: 'INVALID_TIME' };
      const input = {
        draft,
        note,
        goesLiveAt,
        actor,
        key,
        overrides,
        overrideScheduled,
        newPhases,
        ...(seen && { seen }),
      };
      return toPublicationOutcome(await publications.publish(input));
    },
  );

/** ISO 8601 with a zone; without one the time would depend on the time zone of this machine. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since the epoch; `null` for immediately, `undefined` when invalid. */
function parseTime(text: string | null): number | null | undefined {
  if (text === null) return null;
  const moment = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

import type { FieldView, FormView } from '#engine/shared/data-view.ts';
import type { MutationRestorePublicationArgs } from '#schemas/generated/graphql/resolvers.ts';
import { type DeclaredAction, definePreviewedAction } from '#server/admin/admin-action.ts';
import { type ActionResult, type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { Preview } from '#server/admin/preview.ts';
import type { Publications, RevisionSummary, ScheduledFile } from '#server/site/publications/publications.ts';
import { buildChangesPreview } from '../../../change-table.ts';
import { askAboutPhases, readPhaseAnswers } from '../../../experiment-sections.ts';
import { describeFinding } from '../../../finding-rows.ts';
import { type ChangedFile, compareFiles } from '../../../model/changes.ts';
import { isNote, checkNote } from '../../../publication-note.ts';
import { createPublicationMutation, toPublicationOutcome } from '../../../publication-outcome.ts';
import { readAgreedScheduled, askAboutScheduled, checkScheduled } from '../../../scheduled-files.ts';
import { type ContentNames, nameContent } from '../../../model/name-content.ts';
import { type ContentTools, HISTORY_PAGE } from '../../../tools.ts';
import { parseRevision } from '../../parse-revision.ts';

/** The form that restores the content of the build. */
export function buildForm(request: AdminRequest): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: 'preview-restore-revision',
    title: t('history.toBuild'),
    text: t('history.toBuildText'),
    fields: [noteField(request)],
    hidden: { revision: '0' },
    submit: t('preview.show'),
    primary: false,
  });
}

/** The form that restores a live revision, or some of its files. */
export function buildRestoreForm(request: AdminRequest, { id, paths }: RevisionSummary, names: ContentNames): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: 'preview-restore-revision',
    title: t('history.restore'),
    text: t('history.restoreText'),
    fields: [
      noteField(request),
      ...paths.map((path): FieldView => ({
        name: `file-${path}`,
        label: names.file(path),
        type: 'checkbox',
        group: t('history.onlyFiles'),
      })),
    ],
    hidden: { revision: String(id) },
    submit: t('preview.show'),
    primary: false,
  });
}

const noteField = ({ t }: AdminRequest): FieldView => ({
  name: 'note',
  label: t('publish.note'),
  type: 'textarea',
  rows: 3,
  hint: t('publish.noteHint'),
  required: true,
});

interface Restored {
  readonly to: number;
  readonly note: string;
  readonly paths: readonly string[];
  /** Live content and restored content, by file. */
  readonly files: readonly ChangedFile[];
  /** Running experiments for which the user decides whether a new phase begins. */
  readonly asked: readonly string[];
  readonly scheduled: readonly ScheduledFile[];
}

/** Publishes the content of an earlier revision, or some of its files (P3). */
export const restoreRevision = (tools: ContentTools): DeclaredAction => ({
  ...definePreviewedAction<Restored>({
    name: 'restore-revision',
    permission: 'publish',
    page: HISTORY_PAGE,
    async preview(request, fields): Promise<Preview<Restored> | { readonly answer: ActionResult }> {
      const { t } = request;
      const [to, note] = [parseRevision(fields), fields.text('note')];
      const errors = checkNote(request, note);
      if (errors !== null) return { answer: { errors } };
      const paths = fields.ticked('file-');
      const files = await tools.publications.previewRollBack({ to, ...(paths.length > 0 && { paths }) });
      if (files === null) return { answer: { errors: {}, message: t('history.unknown') } };
      if (files.length === 0) return { answer: { errors: {}, message: t('history.same') } };
      // Compared before and after: a rollback leaves running experiments as they are.
      const before = await tools.read();
      const names = nameContent(t, before);
      const phases = askAboutPhases(request, { before, after: before }, compareFiles(files), fields);
      const scheduled = await tools.publications.listScheduled(new Map(files.map(({ path, after }) => [path, after])));
      const held = askAboutScheduled(request, scheduled, names, fields);
      const title = to === 0 ? t('history.toBuild') : t('history.restoreTo', { number: String(to) });
      return {
        state: { to, note, paths, files, asked: phases.asked, scheduled },
        sections: [
          { kind: 'note', mark: 'alert', title, text: note },
          ...phases.sections,
          ...held.sections,
          { kind: 'table', title: t('changes.title'), table: buildChangesPreview(request, files, names) },
        ],
        form: {
          fields: [...phases.fields, ...held.fields],
          submit: t('history.restoreSubmit'),
          hidden: { revision: String(to), note, ...Object.fromEntries(paths.map((path) => [`file-${path}`, 'on'])) },
        },
      };
    },
    async run(request, fields, { to, note, paths, asked, scheduled }) {
      const { t } = request;
      const { newPhases, errors } = readPhaseAnswers(request, fields, asked);
      if (Object.keys(errors).length > 0) return { errors };
      const outcome = await tools.publications.rollBack({
        to,
        ...(paths.length > 0 && { paths }),
        note,
        actor: requireUser(request).id,
        key: fields.key,
        overrideScheduled: readAgreedScheduled(fields, scheduled),
        newPhases,
      });
      switch (outcome.code) {
        case 'PUBLISHED':
          return { to: HISTORY_PAGE, query: { revision: String(outcome.revision), done: 'restored' } };
        case 'REFUSED':
          return { errors: {}, message: `${t('publish.refused')} ${outcome.findings.map(describeFinding).join(' ')}` };
        case 'CONFLICT':
          return checkScheduled(request, scheduled, outcome.scheduled);
        case 'EMPTY':
          return { errors: {}, message: t('history.same') };
        case 'NO_REVISION':
          return null;
      }
    },
  }),
  mutations: { restorePublication: restorePublicationMutation(tools.publications) },
});

/** The operation for API clients. */
export const restorePublicationMutation = (publications: Pick<Publications, 'rollBack'>) =>
  createPublicationMutation<MutationRestorePublicationArgs>(
    async ({ revision: to, note, files: paths, overrideScheduled = [], newPhases = [] }, { actor, key }) => {
      if (!isNote(note)) return { code: 'INVALID_NOTE' };
      const input = { to, note, actor, key, overrideScheduled, newPhases, paths: paths ?? undefined };
      return toPublicationOutcome(await publications.rollBack(input));
    },
  );

import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import type { ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import type { PinnedChange } from '#engine/documents/inheritance/list-pinned-changes.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { MAX_TRIES, saveFiles } from '../../../documents/save-files.ts';
import type { Content } from '../../../model/content.ts';
import { type ContentNames, nameContent } from '../../../model/name-content.ts';
import { acceptOriginal, listOutdatedChanges } from '../../../model/pins.ts';
import { type ContentTools, PUBLISH_PAGE, readFormDraft } from '../../../tools.ts';

const NAME = 'accept-variants';

interface OutdatedVariant {
  readonly variant: ExpandedDocument;
  readonly changes: readonly PinnedChange[];
}

function listOutdated({ expanded }: Content): readonly OutdatedVariant[] {
  return [...expanded.values()].flatMap((variant) => {
    const changes = listOutdatedChanges(variant);
    return changes.length === 0 ? [] : [{ variant, changes }];
  });
}

/**
 * Variants with changes to blocks whose original a draft edits: both values, and the form that accepts the new original. The changes of
 * accepted variants stay.
 */
export function buildAcceptSections(request: AdminRequest, content: Content, draft: Draft): readonly SectionView[] {
  const { t } = request;
  const names = nameContent(t, content);
  const outdated = listOutdated(content);
  if (outdated.length === 0) return [];
  const table: TableView = {
    caption: t('accept.title'),
    columns: [
      { label: t('accept.variant') },
      { label: t('accept.block') },
      { label: t('accept.original') },
      { label: t('accept.changes') },
    ],
    rows: outdated.flatMap(({ variant, changes }) =>
      changes.map(({ index, change, base }) => ({
        key: `${variant.id} ${index}`,
        cells: [
          { text: names.document(variant.id), sub: variant.id },
          { text: names.block(variant.id, String(change['block'])) },
          { text: describeValue(base.value, names, variant.id) },
          { text: describeChange(change, { names, document: variant.id, request }) },
        ],
      })),
    ),
    empty: { title: t('changes.none'), text: '' },
  };
  const form = buildFormView(request, {
    action: NAME,
    title: t('accept.title'),
    text: t('accept.text'),
    fields: outdated.map(({ variant: { id } }) => ({
      name: `accept-${id}`,
      label: names.document(id),
      type: 'checkbox',
    })),
    hidden: { draft: draft.id },
    submit: t('accept.submit'),
  });
  // Not part of the identity of the form: a refusal is reported at the current form.
  const hidden = { ...form.hidden, seen: draft.seen };
  return [
    { kind: 'table', title: t('accept.title'), table },
    { kind: 'form', form: { ...form, hidden, primary: false } },
  ];
}

function describeChange(
  change: PinnedChange['change'],
  {
    names,
    document,
    request,
  }: { readonly names: ContentNames; readonly document: DocumentId; readonly request: AdminRequest },
): string {
  if (change['op'] === 'set') return describeValue(change['props'], names, document);
  return request.t(change['op'] === 'remove' ? 'accept.removed' : 'accept.replaced');
}

/** Maximum characters of a value. */
const MAX_SHOWN = 300;

function describeValue(value: unknown, names: ContentNames, document: DocumentId): string {
  const text = value === undefined ? '–' : names.value(document, '', value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Updates the pins of the selected variants to the current original. */
export const acceptVariants = (tools: ContentTools): DeclaredAction =>
  defineFormAction(NAME, {
    permission: 'author',
    page: PUBLISH_PAGE,
    async run(request, fields) {
      const { t } = request;
      const accepted = new Set(fields.ticked('accept-'));
      if (accepted.size === 0) return { errors: {}, message: t('accept.none') };
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const draft = await readFormDraft(tools, fields);
        if (draft === null) return { errors: {}, message: t('draft.gone') };
        // Only the original that was shown can be accepted.
        if (draft.seen !== fields.text('seen')) return { errors: {}, message: t('accept.changed') };
        const content = await tools.read(draft.id);
        const files = listOutdated(content).flatMap(({ variant }) => {
          const text = accepted.has(variant.id) ? acceptOriginal(variant) : null;
          return text === null ? [] : [[variant.written.file, text] as const];
        });
        const answer = await saveFiles(request, tools, draft, new Map(files));
        if (answer === 'retry') continue;
        return answer ?? { to: PUBLISH_PAGE, query: { draft: draft.id, done: 'variantsAccepted' } };
      }
      return { errors: {}, message: t('content.busy') };
    },
  });

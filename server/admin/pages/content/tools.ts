import type { SectionView } from '#engine/shared/data-view.ts';
import type { Deployment } from '#engine/documents/types.ts';
import type { AdminRequest, Fields } from '#server/admin/admin-page.ts';
import type { Clock } from '#server/platform/ports.ts';
import type { PreviewLinks } from '#server/site/previews/preview-links.ts';
import type { ProjectImages } from '#server/site/publications/ports.ts';
import type { Draft, Publications } from '#server/site/publications/publications.ts';
import type { Uploads } from '#server/site/uploads/uploads.ts';
import type { Staff } from '#server/staff/index.ts';
import { type ContentNames, nameContent } from './model/name-content.ts';
import type { ReadContent } from './model/content.ts';

export interface ContentPagesPorts {
  readonly publications: Publications;
  readonly previews: PreviewLinks;
  readonly uploads: Uploads;
  readonly images: ProjectImages;
  /** `null` when unknown. */
  readonly deployment: () => Pick<Deployment, 'basePath' | 'publicOrigin' | 'webViewScheme'> | null;
  readonly staff: Pick<
    Staff,
    | 'listAdmins'
    | 'listApiTokens'
    | 'issueCalendarFeed'
    | 'revokeCalendarFeed'
    | 'findCalendarFeed'
    | 'openCalendarFeed'
    | 'findDraftMails'
    | 'setDraftMails'
  >;
  readonly clock: Pick<Clock, 'now'>;
  /** Keys of experiments that the kill switch has stopped. */
  readonly stopped: () => Promise<ReadonlySet<string>>;
}

export interface ContentTools extends ContentPagesPorts {
  readonly read: ReadContent;
}

export const CONTENT_PAGE = '/admin/content';
export const DRAFTS_PAGE = '/admin/drafts';
export const PUBLISH_PAGE = '/admin/publish';
export const HISTORY_PAGE = '/admin/history';
export const MEDIA_PAGE = '/admin/media';
export const CALENDAR_PAGE = '/admin/calendar';

/** Value of `part` in the address of the translations of a draft. */
export const TRANSLATIONS = 'translations';

/** Maximum bytes of a form with texts or a document, each with its previous value. */
export const MAX_CONTENT_BODY = 1024 * 1024;

/** The draft named by the address or a form; `null` when it is published, discarded or unknown. */
export async function findDraft(
  { publications }: Pick<ContentTools, 'publications'>,
  id: string | null,
): Promise<Draft | null> {
  return id === null || !/^[\w-]{1,64}$/.test(id) ? null : publications.readDraft(id);
}

/** Names of what a draft or the live content has, and of what it removes. */
export async function readContentNames(
  { read }: Pick<ContentTools, 'read'>,
  { t }: Pick<AdminRequest, 't'>,
  draft?: string,
): Promise<ContentNames> {
  const live = await read();
  return draft === undefined ? nameContent(t, live) : nameContent(t, await read(draft), live);
}

export const readFormDraft = (tools: Pick<ContentTools, 'publications'>, fields: Fields): Promise<Draft | null> =>
  findDraft(tools, fields.text('draft'));

/** Shown in place of a draft that does not exist. */
export const buildGoneNote = ({ t, href }: AdminRequest): SectionView => ({
  kind: 'note',
  mark: 'stop',
  title: t('draft.gone'),
  text: t('draft.goneText'),
  links: [{ label: t('draft.all'), href: href(DRAFTS_PAGE) }],
});

/** The submitted text for a draft that does not exist, so that it can be copied. */
export function buildTypedSections(
  { t }: AdminRequest,
  typed: readonly { readonly label: string; readonly value: string }[],
): readonly SectionView[] {
  return typed.map(({ label, value }, index) => ({
    kind: 'copy',
    copy: {
      id: `typed-${index}`,
      label,
      value,
      lines: Math.min(20, value.split('\n').length + 1),
      copy: t('content.copyTyped'),
      copied: t('link.copied'),
    },
  }));
}

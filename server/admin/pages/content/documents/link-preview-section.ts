import type { SectionView } from '#engine/shared/data-view.ts';
import type { WrittenDocument } from '#engine/documents/written.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import type { Content } from '../model/content.ts';
import { groupTextsByBlock, META } from '../model/document-texts.ts';
import { fillText } from '../model/fill-text.ts';
import { nameProperty } from '../model/name-property.ts';
import { CONTENT_PAGE } from '../tools.ts';
import { findLinkImage } from './actions/save-image/save-image.ts';

/** What search results and link previews show of a page, with the ways to its forms. */
export function buildLinkPreviewSection(
  { t, href, locale }: AdminRequest,
  {
    content,
    document,
    draft,
  }: { readonly content: Content; readonly document: WrittenDocument; readonly draft: Draft },
): SectionView {
  const expanded = content.expanded.get(document.id);
  const texts = (expanded && groupTextsByBlock(expanded).find(({ id }) => id === META)?.texts) ?? [];
  const at = { document: document.id, draft: draft.id };
  const image = findLinkImage(document);
  const { claims, name } = content.documents.get('site')?.value ?? {};
  const values = { locale, claims, site: String(name) };
  const rows = texts.map(({ key, path }) => ({
    key: path,
    cells: [
      {
        text: path === 'title' ? t('settings.pageTitle') : nameProperty(t, path),
        href: href(CONTENT_PAGE, { ...at, block: META, from: '0' }),
      },
      { text: fillText(content.texts.keys.get(key)?.get(locale)?.text ?? '–', values) },
    ],
  }));
  const linkImage = image && {
    key: image.place,
    cells: [
      { text: t('studio.property.image'), href: href(CONTENT_PAGE, { ...at, part: 'pictures', place: image.place }) },
      { text: image.src === '' ? t('settings.siteImage') : image.src },
    ],
  };
  return {
    kind: 'table',
    title: t('settings.linkPreview'),
    table: {
      caption: t('settings.linkPreview'),
      columns: [{ label: t('content.property') }, { label: t('content.text') }],
      rows: linkImage === null ? rows : [...rows, linkImage],
      empty: { title: t('content.noTexts'), text: '' },
    },
  };
}

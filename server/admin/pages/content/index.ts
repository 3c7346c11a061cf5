import { viewQuery } from '#server/admin/admin-page.ts';
import type { MoreAdminPages } from '#server/admin/index.ts';
import { draftsAttention, draftsCount, publicationsAttention } from './attention.ts';
import { calendarPage } from './calendar/calendar-page.ts';
import { contentPage } from './documents/content-page.ts';
import { draftsPage } from './drafts/drafts-page.ts';
import { historyPage } from './history/history-page.ts';
import { mediaPage } from './media/media-page.ts';
import { contentReader } from './model/content.ts';
import { noPublications, publicationQueries } from './publication-operations.ts';
import { publishPage } from './publish/publish-page.ts';
import { studioPage } from './studio/studio-page.ts';
import {
  CALENDAR_PAGE,
  CONTENT_PAGE,
  type ContentPagesPorts,
  DRAFTS_PAGE,
  HISTORY_PAGE,
  MEDIA_PAGE,
  PUBLISH_PAGE,
} from './tools.ts';

export { newDrafts } from './new-drafts.ts';

/** Pages on which staff edit, publish and restore documents and texts. `null` for a process that serves the files on disk unchanged; its pages say so. */
export function contentPages(ports: ContentPagesPorts | null): MoreAdminPages {
  if (ports === null) return { pages: [{ queries: unavailable, operations: noPublications }], attention: [], menu };
  const tools = { ...ports, read: contentReader(ports.publications) };
  return {
    pages: [
      contentPage(tools),
      draftsPage(tools),
      publishPage(tools),
      historyPage(tools),
      calendarPage(tools),
      mediaPage(tools),
      studioPage(tools),
      { operations: { Query: publicationQueries(ports.publications) } },
    ],
    attention: [publicationsAttention(tools), draftsAttention(tools)],
    counts: [draftsCount(tools)],
    menu,
  };
}

const menu: MoreAdminPages['menu'] = [
  {
    title: 'menu.content',
    ways: [
      { path: CONTENT_PAGE, label: 'menu.documents', permission: 'author' },
      { path: MEDIA_PAGE, label: 'menu.media', permission: 'author' },
      { path: DRAFTS_PAGE, label: 'menu.drafts', permission: 'author' },
      { path: PUBLISH_PAGE, label: 'menu.publish', permission: 'author' },
      { path: HISTORY_PAGE, label: 'menu.history', permission: 'author' },
      { path: CALENDAR_PAGE, label: 'menu.calendar', permission: 'author' },
    ],
  },
];

const filesNote = viewQuery('author', async ({ t }) => ({
  sections: [{ kind: 'note', mark: 'off', title: t('content.fromFiles'), text: t('content.fromFilesText') }],
}));
const unavailable = {
  content: filesNote,
  drafts: filesNote,
  publish: filesNote,
  history: filesNote,
  calendar: filesNote,
  media: filesNote,
};

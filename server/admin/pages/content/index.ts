import { buildViewQuery } from '#server/admin/admin-page.ts';
import type { CalendarFeed } from '#server/admin/calendar-feed.ts';
import type { MoreAdminPages } from '#server/admin/index.ts';
import { createDraftsAttention, createDraftsCount, createPublicationsAttention } from './attention.ts';
import { createCalendarFeed } from './calendar/calendar-feed.ts';
import { createCalendarPage } from './calendar/calendar-page.ts';
import { createContentPage } from './documents/content-page.ts';
import { createDraftsPage } from './drafts/drafts-page.ts';
import { createHistoryPage } from './history/history-page.ts';
import { createMediaPage } from './media/media-page.ts';
import { createContentReader } from './model/content.ts';
import { noPublications, createPublicationQueries } from './publication-operations.ts';
import { createPublishPage } from './publish/publish-page.ts';
import { createStudioPage } from './studio/studio-page.ts';
import {
  CALENDAR_PAGE,
  CONTENT_PAGE,
  type ContentPagesPorts,
  DRAFTS_PAGE,
  HISTORY_PAGE,
  MEDIA_PAGE,
  PUBLISH_PAGE,
} from './tools.ts';

export { createNewDrafts as newDrafts } from './new-drafts.ts';

export interface ContentPages extends MoreAdminPages {
  /** Serves calendar applications; `null` without content to change. */
  readonly calendar: CalendarFeed | null;
}

/** Pages on which staff edit, publish and restore documents and texts. `null` for a process that serves the files on disk unchanged; its pages say so. */
export function createContentPages(ports: ContentPagesPorts | null): ContentPages {
  if (ports === null)
    return { calendar: null, pages: [{ queries: unavailable, operations: noPublications }], attention: [], menu };
  const tools = { ...ports, read: createContentReader(ports.publications) };
  return {
    calendar: createCalendarFeed(tools),
    pages: [
      createContentPage(tools),
      createDraftsPage(tools),
      createPublishPage(tools),
      createHistoryPage(tools),
      createCalendarPage(tools),
      createMediaPage(tools),
      createStudioPage(tools),
      { operations: { Query: createPublicationQueries(ports.publications) } },
    ],
    attention: [createPublicationsAttention(tools), createDraftsAttention(tools)],
    counts: [createDraftsCount(tools)],
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

const filesNote = buildViewQuery('author', async ({ t }) => ({
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

import type { AdminRequest } from './admin-page.ts';

/** A request of a calendar application; its links are absolute. */
export interface CalendarFeedRequest extends Pick<AdminRequest, 'locale' | 't' | 'query' | 'href'> {
  /** Name of the site. */
  readonly site: string;
}

export interface CalendarFeed {
  /** The calendar as `text/calendar`; `null` for an unknown or revoked token, or one of a user who may not see the calendar. */
  read(token: string, request: CalendarFeedRequest): Promise<string | null>;
}

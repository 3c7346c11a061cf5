import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isUnavailableError } from '#engine/shared/errors.ts';
import type { Site } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import { splitUrl } from '#engine/routing/split-url.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { CalendarFeed } from '#server/admin/calendar-feed.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import type { LoadShedder } from '#server/platform/limits/shedding.ts';
import { CALENDAR_FEED_PATH } from '#server/staff/calendar-feeds.ts';

export interface CalendarRouteOptions {
  readonly calendar: CalendarFeed;
  readonly site: () => Site;
  readonly getTranslator: (locale: Locale) => StaffTranslator;
  readonly log: Pick<Logger, 'warn'>;
  readonly loadShedder?: LoadShedder | undefined;
}

interface Params {
  readonly token: string;
  readonly file: string;
}

/** Weight of a calendar in the limit of dynamic requests: all documents are read for it. */
const WORK = 8;
/** Seconds after which calendar applications ask again while the database is away. */
const RETRY_SECONDS = '300';

/** `GET <base path>do/calendar/<token>/<language>.ics`: the calendar of content for calendar applications, for anyone with the address. */
export function addCalendarRoute(app: FastifyInstance, options: CalendarRouteOptions): void {
  const { calendar, getTranslator, log } = options;
  app.get<{ Params: Params }>(
    `${CALENDAR_FEED_PATH}/:token/:file`,
    { config: { work: WORK } },
    async (request, reply) => {
      reply.headers({
        'Cache-Control': 'private, no-store',
        'X-Robots-Tag': 'noindex',
        'Referrer-Policy': 'no-referrer',
      });
      reply.type('text/plain; charset=utf-8');
      const { token, file } = request.params;
      const locale = locales.find((each) => `${each}.ics` === file);
      const site = options.site();
      if (locale === undefined)
        return reply.code(404).send(getTranslator(site.config.locales.default)('calendar.unknown'));
      if (options.loadShedder?.('pages') === true) return reply.code(503).header('Retry-After', RETRY_SECONDS).send('');
      const href = (path: string, query: Readonly<Record<string, string>> = {}): string =>
        site.deployment.publicOrigin + buildHref(site, { path, locale, query: new URLSearchParams(query).toString() });
      const query = new URLSearchParams(splitUrl(request.raw.url ?? '').query);
      try {
        const text = await calendar.read(token, {
          site: site.config.name,
          locale,
          t: getTranslator(locale),
          query,
          href,
        });
        if (text === null) return reply.code(404).send(getTranslator(locale)('calendar.unknown'));
        return reply.type('text/calendar; charset=utf-8').send(text);
      } catch (error) {
        if (!isUnavailableError(error) && !isTemporaryFailure(error)) throw error;
        log.warn({ err: error, id: request.id }, 'A calendar could not be read.');
        return reply.code(503).header('Retry-After', RETRY_SECONDS).send('');
      }
    },
  );
}

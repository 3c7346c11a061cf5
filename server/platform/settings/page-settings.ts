import { choice, setting, wholeNumber } from './setting.ts';

/** Compilation and caching of pages. */
export const pageSettings = {
  PAGE_CACHE_MB: setting({
    description: 'Megabytes of finished pages in memory; pages beyond that are read or compiled again on request.',
    allowed: 'a whole number from 16 to 4096',
    default: { demo: '256', production: '256' },
    parse: wholeNumber(16, 4096),
  }),
  PAGE_COMPRESSION: setting({
    description:
      'Compression of pages. `best` compresses each page again in the background, about 15 % smaller, for a tenth of a second of one core per page and release. `quick` omits that, when a proxy compresses or processor time is scarce.',
    allowed: '`best` or `quick`',
    default: { demo: 'best', production: 'best' },
    parse: choice('best', 'quick'),
  }),
  PRECOMPILE_PAGES: setting({
    description:
      'Which pages are prepared in the background after a start or a change of the documents: compiled, unless the build has done that, and compressed. With `none` each page is prepared on its first request.',
    allowed: '`all` or `none`',
    default: { demo: 'all', production: 'all' },
    parse: choice('all', 'none'),
  }),
};

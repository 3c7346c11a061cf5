import { oneOf, setting, wholeNumber } from './setting.ts';

/** How finished pages are made and kept. */
export const pageSettings = {
  PAGE_MEMORY: setting({
    description:
      'Megabytes of finished pages that are kept in memory; pages beyond that are read or compiled again when they are asked for.',
    allowed: 'a whole number from 16 to 4096',
    default: { demo: '256', production: '256' },
    parse: wholeNumber(16, 4096),
  }),
  PAGE_COMPRESSION: setting({
    description:
      'How small pages are made. `best` compresses each page once more in the background, about 15 % smaller, for a tenth of a second of one core per page and release. `quick` leaves that out, for when a proxy in front compresses by itself or the machine has no time to spare.',
    allowed: '`best` or `quick`',
    default: { demo: 'best', production: 'best' },
    parse: oneOf('best', 'quick'),
  }),
  PAGES_AHEAD: setting({
    description:
      'Which pages are made ready in the background after a start or a change of the documents: compiled, unless the build has done that, and compressed as well as can be. With `none` that waits until a page is first asked for.',
    allowed: '`all` or `none`',
    default: { demo: 'all', production: 'all' },
    parse: oneOf('all', 'none'),
  }),
};

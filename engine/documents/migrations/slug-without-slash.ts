import type { Migration } from './migration.ts';

/** Version 1 writes slugs as a path segment (`summer`) instead of a path (`/summer`). */
export const slugWithoutSlash: Migration = {
  name: 'slug-without-slash',
  from: 0,
  kinds: ['landing'],
  migrate: (document) => {
    const slug = document['slug'];
    return typeof slug === 'string' && slug.startsWith('/') ? { ...document, slug: slug.slice(1) } : document;
  },
};

import { isReserved, reservedPaths, reservedPrefixes, STUDIO_PATH } from '#engine/shared/reserved.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { type WrittenRoute, getFirstSegment, listRedirects, listRoutes } from '../../routes.ts';
import type { Rule } from '../rule.ts';

export const shadowedRoute: Rule = {
  id: 'shadowed-route',
  severity: 'error',
  description:
    'No route, slug, address in a language or former address begins with a path that is taken: a reserved prefix, a language, or the pages of a section.',
  project: function* ({ expanded, written }) {
    const routes = [...listRoutes(expanded.values()), ...listRedirects(written.get('site'))];
    const sections = groupSections(routes);
    for (const route of routes) yield* shadow(route, sections);
  },
};

/** Pages below a first segment, `/error/404` for `error`; another rule checks the page at `/error` itself. */
function groupSections(routes: readonly WrittenRoute[]): ReadonlyMap<string, WrittenRoute> {
  const pages = routes.filter(({ kind, path }) => kind === 'page' && path !== `/${getFirstSegment(path)}`);
  const own = new Set(routes.filter(({ kind }) => kind === 'page').map(({ path }) => path));
  return new Map(
    pages.flatMap((route) => {
      const segment = getFirstSegment(route.path);
      return own.has(`/${segment}`) ? [] : [[segment, route] as const];
    }),
  );
}

function* shadow(route: WrittenRoute, sections: ReadonlyMap<string, WrittenRoute>): Generator<FindingDraft> {
  const segment = getFirstSegment(route.path);
  const isSlug = route.kind === 'landing' && route.locale === undefined;
  const found = isSlug ? segment : route.path;
  const { location } = route;
  const isStudio = route.path === STUDIO_PATH;
  if (isReserved(route.path) || isStudio) {
    yield {
      location,
      message: `The path "${route.path}" of "${route.document}" is never reached: the server itself answers ${isStudio ? 'it' : `everything below "/${segment}"`}.`,
      expected: `a path that does not begin with ${[...reservedPrefixes, ...reservedPaths, STUDIO_PATH].join(', ')}`,
      found,
    };
  } else if ((locales as readonly string[]).includes(segment)) {
    yield {
      location,
      message: `The path "${route.path}" of "${route.document}" is never reached: "${segment}" at the beginning of a path is a language.`,
      expected: `a path that does not begin with ${locales.join(', ')}`,
      found,
    };
  } else if (route.kind === 'landing' && route.path === `/${segment}` && segment !== '') {
    const section = sections.get(segment);
    if (section === undefined) return;
    yield {
      location,
      message: `The ${isSlug ? 'slug' : 'path'} "${found}" of "${route.document}" is the beginning of "${section.path}", the path of "${section.document}".`,
      expected: `a ${isSlug ? 'slug' : 'path'} that no path of a page begins with`,
      found,
    };
  }
}

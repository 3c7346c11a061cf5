import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { listRoutes, type WrittenRoute } from '../../routes.ts';
import type { Rule } from '../rule.ts';

export const unreachableRoute: Rule = {
  id: 'unreachable-route',
  severity: 'error',
  description:
    'Every route is normalized: single slashes between its parts, none at its end, and lower case. Addresses in a language belong to a document with an address, on a site whose addresses have languages.',
  project: function* ({ expanded, written }) {
    const routes = listRoutes(expanded.values());
    yield* unusedAddresses(routes, written.get('site')?.value ?? {});
    for (const { path, document, location } of routes) {
      const read = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
      const small = path.toLowerCase();
      // Former addresses may contain capitals inside words; a capital at the start of a word is a code name.
      if (read === path && /(?:^|[/-])[A-Z]/.test(path))
        yield {
          location,
          severity: 'warning',
          message: `The path "${path}" has capital letters, and addresses are case-sensitive: "${small}" would not be found.`,
          expected: small,
          found: path,
          suggestion: small,
        };
      if (read === path) continue;
      yield {
        location,
        message: `The path "${path}" of "${document}" is never reached: a request for it is read as "${read}".`,
        expected: read,
        found: path,
        suggestion: read,
        fix: { string: location, text: read },
      };
    }
  },
};

/** Addresses in a language that no link and no redirect leads to. */
function* unusedAddresses(routes: readonly WrittenRoute[], site: JsonObject): Generator<FindingDraft> {
  const { locales, documents } = site;
  const hasNoLanguages = isObject(locales) && locales['strategy'] === 'no_prefix';
  const start = isObject(documents) ? documents['start'] : undefined;
  const own = new Map(routes.filter(({ locale }) => locale === undefined).map((each) => [each.document, each.path]));
  for (const { path, document, locale, location } of routes) {
    if (locale === undefined) continue;
    const usual = document === start || document === DEFAULT_LANDING ? '/' : own.get(document);
    const reason = hasNoLanguages
      ? 'the addresses of this site name no language ("strategy": "no_prefix")'
      : usual === undefined
        ? `"${document}" has no "slug"`
        : usual === '/'
          ? `"${document}" is the start page, whose address in a language is the language alone`
          : null;
    if (reason === null) continue;
    yield {
      location,
      message: `The address "${path}" is never used: ${reason}.`,
      expected: usual === undefined ? 'a "slug" of the landing, or no "addresses"' : 'no "addresses"',
      found: path,
      // A wrong path of the document itself is the cause.
      follows: ['route', 'slug'].map((name) => ({ file: location.file, path: [name] })),
    };
  }
}

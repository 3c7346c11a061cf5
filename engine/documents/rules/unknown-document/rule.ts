import { toDocumentId } from '../../to-document-id.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { selectExperiments } from '../../build-experiments.ts';
import { listCheckedJourneys, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { listPageUses } from '../../journeys/uses.ts';
import { isObject, selectObjects } from '../../json.ts';
import type { FindingDraft, MissingName } from '../../finding-draft.ts';
import { explainRenamedFile } from '../../explain-renamed-file.ts';
import type { SourceLocation } from '../../source-location.ts';
import type { Project } from '../../project.ts';
import { listRoutes } from '../../routes.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { parseTarget } from '../../target.ts';
import type { Rule } from '../rule.ts';

export const unknownDocument: Rule = {
  id: 'unknown-document',
  severity: 'error',
  description: 'Every document that a link, a variant, an experiment, a journey or the site document names exists.',
  target: function* ({ value, location }, { pages, linkable }) {
    const target = typeof value === 'string' ? parseTarget(value) : undefined;
    if (target?.kind !== 'document' || linkable.has(target.id)) return;
    const { id } = target;
    const suggestion = suggestId(id, linkable);
    const address = /^www\.|^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|eu|[a-z]{2}|example)(?:\/|$)/i.test(id)
      ? `https://${String(value)}`
      : undefined;
    yield {
      location,
      message: pages.has(id)
        ? `The landing "${id}" has no slug, so no link can lead to it.`
        : `There is no page or landing "${id}" to link to.`,
      expected:
        address === undefined
          ? 'the id of a page, or of a landing with a slug, such as "pages/about-us"; not a path'
          : `the id of a page or landing, or a web address with its scheme`,
      found: value,
      suggestion: suggestion ?? address,
      follows: underOtherName(id, pages),
      missing: nameMissing(id, suggestion),
    };
  },
  project: function* (project) {
    yield* unknownBases(project);
    yield* unknownSiteDocuments(project);
    yield* unknownVariations(project);
    yield* unknownPages(project);
    yield* ownAddresses(project);
  },
};

/** The address of a page is that of one language; its id leads to each visitor's. */
function* ownAddresses({ uses, written, expanded }: Project): Generator<FindingDraft> {
  const organization = written.get('site')?.value['organization'];
  const home = isObject(organization) ? URL.parse(String(organization['url'])) : null;
  const own = uses.urls.flatMap(({ name, location }) => {
    const url = URL.parse(`https:${name}`);
    return url !== null && url.origin === home?.origin && url.pathname !== '/' ? [{ url, location }] : [];
  });
  if (own.length === 0) return;
  const documents = new Map(listRoutes(expanded.values()).map(({ path, document }) => [path, document]));
  for (const { url, location } of own) {
    const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(url.pathname) ?? [];
    const path = locales.some((locale) => locale === first) ? rest : url.pathname;
    const id = documents.get(path);
    if (id === undefined) continue;
    yield {
      location,
      severity: 'warning',
      message: `This address is that of the document "${id}" in one language. Name the document, so that the link leads to each visitor's language and is checked.`,
      expected: `"${id}${url.hash}"`,
      found: url.href,
      suggestion: `${id}${url.hash}`,
      follows: [location],
    };
  }
}

function* unknownBases({ written, references: { pages } }: Project): Generator<FindingDraft> {
  const landings = new Set([...pages].filter((id) => id.startsWith('landings/')));
  for (const { id, file, value } of written.values()) {
    const base = value['extends'];
    if (typeof base !== 'string' || landings.has(base)) continue;
    // No variant extends itself or another one of the same base.
    const bases = [...landings].filter((each) => each !== id && written.get(each)?.value['extends'] !== base);
    const suggestion = suggestId(base, new Set(bases));
    yield {
      location: { file, path: ['extends'] },
      message: pages.has(base)
        ? `A variant can only extend a landing, and "${base}" is a page.`
        : `There is no landing "${base}" to extend.`,
      expected: 'the id of a landing, such as "landings/default"',
      found: base,
      suggestion,
      follows: underOtherName(base, pages),
      missing: nameMissing(base, suggestion),
    };
  }
}

/** Documents for statuses and refusals. */
const PAGES_OF_SITE: ReadonlySet<string> = new Set(['notFound', 'error', 'denied']);

function* unknownSiteDocuments({ references: { pages }, written }: Project): Generator<FindingDraft> {
  const site = written.get('site');
  if (site === undefined) return;
  const { documents, demonstration } = site.value;
  const named = [
    ...Object.entries(isObject(documents) ? documents : {}).map(([name, id]) => [['documents', name], id] as const),
    [['demonstration', 'document'], isObject(demonstration) ? demonstration['document'] : undefined] as const,
  ];
  for (const [path, id] of named) {
    const name = String(path.at(-1));
    if (typeof id === 'string' && PAGES_OF_SITE.has(name) && id.startsWith('landings/') && pages.has(id))
      yield {
        location: { file: site.file, path },
        message: `"${name}" is a page, and "${id}" is a landing, which experiments, codes and windows replace. Name a page.`,
        expected: 'the id of a page, such as "pages/error/404"',
        found: id,
      };
    if (typeof id !== 'string' || pages.has(id)) continue;
    const suggestion = suggestId(id, pages);
    yield {
      location: { file: site.file, path },
      message: `There is no document "${id}" for "${name}".`,
      expected: 'the id of a page, such as "pages/error/404"',
      found: id,
      suggestion,
      follows: underOtherName(id, pages),
      missing: nameMissing(id, suggestion),
    };
  }
}

function* unknownVariations({ written, references: { pages } }: Project): Generator<FindingDraft> {
  const landings = new Set([...pages].filter((id) => id.startsWith('landings/')));
  for (const { file, value } of selectExperiments(written.values())) {
    const named = [
      { path: ['document'], id: value['document'], what: 'tests', among: pages },
      ...selectObjects(value['variations']).flatMap((variation, index) => [
        { path: ['variations', index, 'variant'], id: variation['variant'], what: 'shows', among: landings },
        { path: ['variations', index, 'redirect'], id: variation['redirect'], what: 'leads to', among: landings },
      ]),
      ...selectObjects(value['pages']).flatMap(({ document, variations }, page) => [
        { path: ['pages', page, 'document'], id: document, what: 'tests', among: pages },
        ...selectObjects(variations).map(({ variant }, index) => ({
          path: ['pages', page, 'variations', index, 'variant'],
          id: variant,
          what: 'shows',
          among: landings,
        })),
      ]),
    ];
    for (const { path, id, what, among } of named) {
      if (typeof id !== 'string' || among.has(id)) continue;
      const suggestion = suggestId(id, among);
      const kind = among === pages ? 'page or landing' : 'landing';
      yield {
        location: { file, path },
        message: `There is no ${kind} "${id}", which this experiment ${what}.`,
        expected: `the id of a ${kind}, such as "landings/default"`,
        found: id,
        suggestion,
        follows: underOtherName(id, pages),
        missing: nameMissing(id, suggestion),
      };
    }
  }
}

function* unknownPages(project: Project): Generator<FindingDraft> {
  const { pages } = project.references;
  for (const journey of listCheckedJourneys(project)) {
    for (const { name, path } of listPageUses(journey.document)) {
      if (pages.has(name)) continue;
      const suggestion = suggestId(name, pages);
      yield {
        location: locateInJourney(journey, path),
        message: `There is no page or landing "${name}" to lead to.`,
        expected: 'the id of a page or a landing, such as "pages/about-us"; not a path',
        found: name,
        suggestion,
        follows: underOtherName(name, pages),
        missing: nameMissing(name, suggestion),
      };
    }
  }
}

/** An id that was meant by a similar one, by a path of the site or of its file, or without its folder. */
function suggestId(id: string, among: ReadonlySet<string>): string | undefined {
  const bare = toDocumentId(id);
  // Of a few letters, such as a language, nothing can be guessed.
  const inFolders = bare.length < 4 ? [] : ['pages', 'landings'].map((folder) => `${folder}/${bare}`);
  const other = bare.startsWith('pages/') ? bare.replace('pages', 'landings') : bare.replace('landings/', 'pages/');
  const names = [id, bare, ...inFolders];
  return (
    [...names, other].find((name) => among.has(name)) ??
    names.map((name) => suggestName(name, among)).find((name) => name !== undefined)
  );
}

/** A document that many places name was renamed or removed. */
const nameMissing = (id: string, suggestion: string | undefined): MissingName => ({
  name: id,
  cause: suggestion === undefined ? undefined : explainRenamedFile(id, suggestion),
});

/** The file of a document whose name differs in case or folder only, if that has a finding. */
function underOtherName(id: string, pages: ReadonlySet<string>): readonly SourceLocation[] {
  const bare = (name: string): string => name.slice(name.indexOf('/') + 1).toLowerCase();
  return [...pages]
    .filter((other) => bare(other) === bare(id))
    .map((other) => ({ file: `pages-config/${other}.json`, path: [] }));
}

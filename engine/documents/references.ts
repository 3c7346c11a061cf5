import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import type { NavigationRules } from '#engine/shared/navigation.ts';
import { brandBindings, formBindings, siteBindings } from '#schemas/generated/bindings.ts';
import { type Inspection, inspectBindings, inspectOnce } from './inspect.ts';
import { type JsonObject, isObject } from './json.ts';
import type { ProjectFacts, References, SiteFacts } from './project.ts';
import type { ProjectFiles } from './read-files.ts';
import { reuseItems } from './reuse-items.ts';
import { readTexts } from './texts.ts';
import type { DocumentId, ResolveInput } from './types.ts';
import type { WrittenDocument } from './written.ts';

const textSources = new WeakMap<References, ProjectFiles['texts']>();

/** Collects everything that documents may refer to; returns the previous object if nothing changed. */
export function readReferences(
  files: ProjectFiles,
  input: Pick<ResolveInput, 'images' | 'imageFiles' | 'videoFiles' | 'deployment'>,
  previous: References | undefined,
): References {
  const { publicOrigin } = input.deployment;
  const ids = (kinds: readonly string[]): DocumentId[] =>
    [...files.written.values()].filter((document) => kinds.includes(document.kind)).map((document) => document.id);
  const sameTexts = previous !== undefined && textSources.get(previous) === files.texts;
  const facts: ProjectFacts = {
    pages: keepSet(previous?.pages, ids(['page', 'landing'])),
    linkable: keepSet(
      previous?.linkable,
      [...files.written.values()].filter(hasAddress).map((document) => document.id),
    ),
    fragments: keepSet(previous?.fragments, ids(['fragment'])),
    forms: keepSet(previous?.forms, ids(['form'])),
    brands: keepSet(
      previous?.brands,
      ids(['brand']).filter((id) => id !== 'brand'),
    ),
    webhooks: input.deployment.webhooks && keepSet(previous?.webhooks, input.deployment.webhooks),
    images: keepSet(previous?.images, input.images),
    imageFiles: keepMap(previous?.imageFiles, input.imageFiles ?? new Map()),
    videoFiles: input.videoFiles && keepMap(previous?.videoFiles, input.videoFiles),
    site: keepEqual(previous?.site, readFacts(files.written.get('site'))),
    navigation: keepSame(previous?.navigation, readNavigation(files.written.get('site'), publicOrigin)),
  };
  const sameFacts =
    previous !== undefined &&
    (Object.keys(facts) as (keyof ProjectFacts)[]).every((key) => facts[key] === previous[key]);
  if (sameFacts && sameTexts) return previous;
  const references: References = {
    ...facts,
    facts: sameFacts ? previous.facts : facts,
    texts: sameTexts ? previous.texts : readTexts(files.texts, previous?.texts),
  };
  textSources.set(references, files.texts);
  return references;
}

/** An unreadable landing may have a slug. */
function hasAddress({ id, kind, value, readable }: WrittenDocument): boolean {
  const isOpen = id === DEFAULT_LANDING || value['slug'] !== undefined || !readable;
  return kind === 'page' || (kind === 'landing' && isOpen);
}

function keepSet(before: ReadonlySet<string> | undefined, now: readonly string[]): ReadonlySet<string> {
  return before !== undefined && reuseItems([...before], now) !== undefined ? before : new Set(now);
}

/** Values are compared by identity: the content of an image is cached until the file changes. */
function keepMap<V>(before: ReadonlyMap<string, V> | undefined, now: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  const isSame =
    before !== undefined && before.size === now.size && [...now].every(([key, value]) => before.get(key) === value);
  return isSame ? before : now;
}

function readFacts(document: WrittenDocument | undefined): SiteFacts {
  const value = document?.value ?? {};
  const objectAt = (key: string): JsonObject | undefined => (isObject(value[key]) ? value[key] : undefined);
  const claimsWritten = objectAt('claims');
  const links = objectAt('links');
  const policies = Object.values(objectAt('policies') ?? {}).flatMap((policy) => {
    if (!isObject(policy)) return [];
    return [policy, ...(isObject(policy['countries']) ? Object.values(policy['countries']).filter(isObject) : [])];
  });
  return {
    file: document?.file,
    claims: claimsWritten && new Set(Object.keys(claimsWritten)),
    claimsWritten,
    links: links && new Set(Object.keys(links)),
    policies: policies.flatMap(({ document: page }) => (typeof page === 'string' ? [page] : [])),
  };
}

function readNavigation(document: WrittenDocument | undefined, publicOrigin: string): NavigationRules | undefined {
  const { navigation } = document?.value ?? {};
  const hosts = isObject(navigation) ? navigation['allowedHosts'] : undefined;
  if (!Array.isArray(hosts)) return undefined;
  const allowedHosts = hosts.filter((host) => typeof host === 'string');
  return { deployment: { publicOrigin }, config: { navigation: { allowedHosts } } };
}

const keepSame = <T>(before: T, now: T): T => (JSON.stringify(before) === JSON.stringify(now) ? before : now);

function keepEqual(before: SiteFacts | undefined, now: SiteFacts): SiteFacts {
  // Order matters, because findings list names.
  const inOrder = ({ claims: _claims, links, ...facts }: SiteFacts): string =>
    JSON.stringify({ ...facts, links: links && [...links] });
  return before !== undefined && inOrder(before) === inOrder(now) ? before : now;
}

const nothing: Inspection = { findings: [], textKeys: [], targets: [], graded: [] };

/** Texts and targets of a form document. */
export function inspectForm({ id, file, value: form }: WrittenDocument, references: References): Inspection {
  return inspectOnce(form, references, (value, known) =>
    inspectBindings(value, formBindings, known, `the form "${id}"`, (path) => ({ file, path })),
  );
}

/** Targets and images of a brand. */
export function inspectBrand({ id, file, value: brand }: WrittenDocument, references: References): Inspection {
  return inspectOnce(brand, references, (value, known) =>
    inspectBindings(value, brandBindings, known, `the brand "${id}"`, (path) => ({ file, path })),
  );
}

/** Targets and images of the site document. */
export function inspectSite(document: WrittenDocument | undefined, references: References): Inspection {
  if (document === undefined) return nothing;
  return inspectOnce(document.value, references, (value, known) =>
    inspectBindings(value, siteBindings, known, 'the site document', (path) => ({ file: document.file, path })),
  );
}

import { siteBindings } from '#schemas/generated/bindings.ts';
import { type Inspection, inspectBindings } from './inspect.ts';
import { isObject } from './json.ts';
import type { References, SiteFacts } from './project.ts';
import { type ProjectFiles, sameItems } from './read-files.ts';
import { readTexts } from './texts.ts';
import type { DocumentId, ResolveInput } from './types.ts';
import type { WrittenDocument } from './written.ts';

const textSources = new WeakMap<References, ProjectFiles['texts']>();

/** Collects everything that documents may refer to; returns the previous object if nothing changed. */
export function readReferences(
  files: ProjectFiles,
  input: Pick<ResolveInput, 'images' | 'pictures' | 'deployment'>,
  previous: References | undefined,
): References {
  const { publicOrigin } = input.deployment;
  const ids = (kinds: readonly string[]): DocumentId[] =>
    [...files.written.values()].filter((document) => kinds.includes(document.kind)).map((document) => document.id);
  const siteDocument = files.written.get('site');
  const sameTexts = previous !== undefined && textSources.get(previous) === files.texts;
  const references: References = {
    pages: keepSet(previous?.pages, ids(['page', 'landing'])),
    linkable: keepSet(
      previous?.linkable,
      [...files.written.values()].filter(hasAddress).map((document) => document.id),
    ),
    fragments: keepSet(previous?.fragments, ids(['fragment'])),
    images: keepSet(previous?.images, input.images),
    pictures: keepMap(previous?.pictures, input.pictures ?? new Map()),
    texts: sameTexts ? previous.texts : readTexts(files.texts),
    site: isSameSite(previous, siteDocument, publicOrigin) ? previous.site : factsOf(siteDocument, publicOrigin),
  };
  const unchanged =
    previous !== undefined &&
    (Object.keys(references) as (keyof References)[]).every((key) => references[key] === previous[key]);
  if (unchanged) return previous;
  textSources.set(references, files.texts);
  return references;
}

function isSameSite(
  previous: References | undefined,
  document: WrittenDocument | undefined,
  publicOrigin: string,
): previous is References {
  return previous !== undefined && previous.site.document === document && previous.site.publicOrigin === publicOrigin;
}

/** An unreadable landing may have a slug. */
function hasAddress({ id, kind, value, readable }: WrittenDocument): boolean {
  const isOpen = id === 'landings/default' || value['slug'] !== undefined || !readable;
  return kind === 'page' || (kind === 'landing' && isOpen);
}

function keepSet(before: ReadonlySet<string> | undefined, now: readonly string[]): ReadonlySet<string> {
  return before !== undefined && sameItems([...before], now) !== undefined ? before : new Set(now);
}

/** Values are compared by identity: the content of an image is cached until the file changes. */
function keepMap<V>(before: ReadonlyMap<string, V> | undefined, now: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  const isSame =
    before !== undefined && before.size === now.size && [...now].every(([key, value]) => before.get(key) === value);
  return isSame ? before : now;
}

function factsOf(document: WrittenDocument | undefined, publicOrigin: string): SiteFacts {
  const value = document?.value ?? {};
  const names = (key: string): ReadonlySet<string> | undefined =>
    isObject(value[key]) ? new Set(Object.keys(value[key])) : undefined;
  const navigation = value['navigation'];
  const hosts = isObject(navigation) ? navigation['allowedHosts'] : undefined;
  return {
    document,
    claims: names('claims'),
    links: names('links'),
    publicOrigin,
    navigation: Array.isArray(hosts)
      ? {
          deployment: { publicOrigin },
          config: { navigation: { allowedHosts: hosts.filter((host) => typeof host === 'string') } },
        }
      : undefined,
  };
}

const inspected = new WeakMap<References, Inspection>();

/** Targets and images of the site document. */
export function inspectSite(references: References): Inspection {
  let inspection = inspected.get(references);
  if (inspection === undefined) {
    const { document } = references.site;
    const placeOf = (path: readonly (string | number)[]) => ({ file: document?.file ?? '', path });
    inspection = inspectBindings(document?.value, siteBindings, references, 'the site document', placeOf);
    inspected.set(references, inspection);
  }
  return inspection;
}

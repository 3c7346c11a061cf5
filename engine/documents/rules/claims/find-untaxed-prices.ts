import { type Binding, blockBindings } from '#schemas/generated/bindings.ts';
import { byName } from '#engine/shared/by-name.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { findBound } from '../../find-bound.ts';
import type { ExpandedDocument } from '../../inheritance/expander.ts';
import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { getChildren } from '../../inheritance/tree.ts';
import { isObject, type JsonObject, listStrings } from '../../json.ts';
import type { Project } from '../../project.ts';
import type { SourceLocation } from '../../source-location.ts';

const bindingsByType = byName<readonly Binding[]>(blockBindings);
const NAMED = /\{claims\.([A-Za-z0-9]+)(?:\.([A-Za-z0-9]+))?\}/g;
const MAX_PAGES = 3;
const TAXES: readonly unknown[] = ['included', 'excluded', 'none'];

interface NamedClaim {
  readonly name: string;
  readonly part: string | undefined;
  readonly location: SourceLocation;
}

/** Pages that show a price and no note about taxes: neither `{claims.name.tax}` nor a block with a note of its own, such as `pricing`. */
export function* findUntaxedPrices({ expanded, references }: Project): Generator<FindingDraft> {
  const { claimsWritten = {} } = references.site;
  const getTax = (name: string): unknown => {
    const claim = claimsWritten[name];
    return isObject(claim) && claim['format'] === 'money' ? claim['tax'] : undefined;
  };
  if (!Object.keys(claimsWritten).some((name) => TAXES.includes(getTax(name)))) return;
  const places = new Map<string, { readonly location: SourceLocation; readonly pages: string[] }>();
  for (const document of expanded.values()) {
    if (document.written.kind === 'fragment' || listBlocks(document).some(({ tax }) => tax !== undefined)) continue;
    const named = listBlocks(document).flatMap((block) => claimsIn(block, references.texts.keys));
    const noted = new Set(named.flatMap(({ name, part }) => (part === 'tax' ? [getTax(name)] : [])));
    for (const { name, part, location } of named) {
      if (part === 'tax' || !TAXES.includes(getTax(name)) || noted.has(getTax(name))) continue;
      const place = places.get(name) ?? { location, pages: [] };
      places.set(name, place);
      if (!place.pages.includes(document.id)) place.pages.push(document.id);
    }
  }
  for (const [name, { location, pages }] of places)
    yield {
      location,
      severity: 'warning',
      message: `${pages.length === 1 ? 'The page' : `${pages.length} pages (${pages.slice(0, MAX_PAGES).join(', ')}${pages.length > MAX_PAGES ? ' …' : ''})`} ${pages.length === 1 ? 'shows' : 'show'} the price {claims.${name}} without saying whether it includes taxes, which visitors must be able to read beside prices.`,
      expected: `a text of the page with {claims.${name}.tax}`,
      found: `{claims.${name}}`,
      mark: `tax ${name}`,
    };
}

function listBlocks({ blocks }: ExpandedDocument): readonly JsonObject[] {
  const walk = (block: JsonObject): readonly JsonObject[] => [block, ...getChildren(block).flatMap(walk)];
  return blocks.flatMap(walk);
}

function claimsIn(block: JsonObject, keys: Project['references']['texts']['keys']): readonly NamedClaim[] {
  const texts = findBound(block, bindingsByType[String(block['type'])] ?? []).filter(
    ({ binding }) => binding.as === 'text',
  );
  return texts.flatMap(({ value, path }) => {
    const versions =
      typeof value === 'string' ? [...(keys.get(value)?.values() ?? [])].map(({ text }) => text) : listStrings(value);
    const names = new Map([...versions].flatMap((text) => [...text.matchAll(NAMED)]).map((match) => [match[0], match]));
    return [...names.values()].map(([, name = '', part]) => ({
      name,
      part,
      location: locateInside(getOrigin(block), path),
    }));
  });
}

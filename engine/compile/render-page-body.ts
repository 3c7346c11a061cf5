import { hash } from 'node:crypto';
import { escapeAttribute } from '#engine/shared/escape.ts';
import type { Hole, TailValue } from '#engine/shared/hole.ts';
import type { BoundImage, LanguageOption, PageContext } from '#engine/block-kit/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import type { BoundBlock } from './bind.ts';
import { type HoleMarker, withPageValues } from './split-template.ts';
import type { FragmentCache } from './fragment-cache.ts';
import type { LayoutEntry } from './registry-types.ts';
import {
  buildAreaName,
  type Frame,
  type IslandCode,
  renderBlock,
  type RenderedPart,
  renderFrame,
  type RenderOptions,
  renderSprite,
} from './render-body.tsx';
import type { CompileInput } from './types.ts';

export interface PageBody {
  /** Everything inside `body` except scripts and the tail. */
  readonly parts: readonly (string | Hole)[];
  /** SHA-256 (hex) of the parts. */
  readonly digest: string;
  readonly tail: readonly TailValue[];
  /** Mean colours of images, as `#rrggbb`, each with a class `placeholder-rrggbb` in the markup. */
  readonly colours: readonly string[];
  /** Whether a block is a section of the block-kit, or has slots. */
  readonly hasSections: boolean;
  /** Images of the first screen, each once. */
  readonly firstImages: readonly BoundImage[];
  /** Names of the forms that blocks read. */
  readonly forms: ReadonlySet<string>;
}

export interface PageBodyOptions extends RenderOptions, IslandCode {
  readonly input: CompileInput;
  readonly blocks: readonly BoundBlock[];
  readonly layout: LayoutEntry;
  /** Names the layout. */
  readonly layoutName: string;
  readonly layoutStrings: Frame['strings'];
  readonly page: PageContext;
  readonly fragments: FragmentCache;
}

/**
 * Renders blocks in their layout. Parts that several pages share are rendered once: a value of the page itself is a mark in their
 * markup.
 */
export async function renderPageBody(options: PageBodyOptions): Promise<PageBody> {
  const { input, blocks, layout, layoutName, layoutStrings, page, fragments, marker } = options;
  const forms = new Set<string>();
  const noteForm = (name: string): void => void forms.add(name);
  const alike = withMarks(page, marker);
  const isPersonal = input.formState !== undefined;
  const areas = new Map<string, RenderedPart[]>();
  for (const block of blocks) {
    const part = await fragments.rendered(
      block,
      alike,
      (seen) => renderBlock(block, seen, options),
      noteForm,
      isPersonal,
    );
    areas.set(block.area, [...(areas.get(block.area) ?? []), part]);
  }
  const names = [...areas.keys()].toSorted();
  const frame = fragments.frame(input.site, JSON.stringify([layoutName, page.locale, names]), () => {
    return { layout, strings: layoutStrings, areas: names };
  });
  const around = await fragments.rendered(
    frame,
    alike,
    async (seen) => renderFrame(frame, seen, marker),
    noteForm,
    isPersonal,
  );
  const inside = names.flatMap((name) => areas.get(name) ?? []);
  const all = [around, ...inside];
  const drawings = renderSprite(new Set(all.flatMap(({ usedIcons }) => [...usedIcons])), input.site.brand.emblem);
  const own = ownValues(page, input);
  const content = names.map((name) => {
    const pieces = (areas.get(name) ?? []).flatMap((part) => part.pieces);
    return [buildAreaName(name), withPageValues(pieces, own)] as const;
  });
  return {
    parts: [drawings, ...withPageValues(around.pieces, new Map([...own, ...content]))],
    digest: hash('sha256', JSON.stringify([drawings, all.map(({ digest }) => digest), [...own]]), 'hex'),
    tail: [...new Map(all.flatMap(({ tail }) => [...tail])).values()],
    colours: [...new Set(all.flatMap(({ colours }) => [...colours]))].toSorted(),
    hasSections: all.some(({ sheets }) => sheets.has('sections')),
    firstImages: [...new Map(all.flatMap(({ firstImages }) => [...firstImages])).values()],
    forms,
  };
}

const documentValue = 'document';
const languageValue = ({ locale }: LanguageOption): string => `language-${locale}`;

/** The page with marks in place of its document and its URLs in other languages, as shared parts see it. */
function withMarks(page: PageContext, marker: HoleMarker): PageContext {
  return {
    ...page,
    document: marker.markOwn(documentValue),
    languages: page.languages.map((choice) => ({ ...choice, href: marker.markOwn(languageValue(choice)) })),
  };
}

/** In attributes. */
function ownValues(page: PageContext, input: CompileInput): ReadonlyMap<string, readonly (string | Hole)[]> {
  return new Map([
    [documentValue, [escapeAttribute(page.document)]],
    ...page.languages.map((choice) => [languageValue(choice), languageLink(choice, input)] as const),
  ]);
}

/**
 * The rest of the visitor's query survives a language switch; without a query the hole is empty. The 404 page keeps the requested
 * path in every language (R23).
 */
function languageLink({ locale, href }: LanguageOption, { site, document }: CompileInput): readonly (string | Hole)[] {
  const query: Hole = { name: 'query', context: 'attribute' };
  if (document !== site.config.documents.notFound) return [escapeAttribute(href), query];
  const start = buildHref(site, { path: '/', locale }).replace(/\/$/, '');
  return [escapeAttribute(start), { name: 'asked', context: 'attribute' }, `?lang=${locale}`, query];
}

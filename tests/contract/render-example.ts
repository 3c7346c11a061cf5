import type { ComponentType } from 'react';
import { withDefaults } from '#engine/shared/defaults.ts';
import { buildImageKeys } from '#engine/compile/assets/image-key.ts';
import { bindForms } from '#engine/compile/bind-forms.ts';
import { type BindContext, type BoundBlock, bindBlocks, bindCodeTexts, listAsked } from '#engine/compile/bind.ts';
import { createHoleMarker } from '#engine/compile/split-template.ts';
import type { BlockRegistry } from '#engine/compile/registry-types.ts';
import { type RenderedBody, renderBody } from '#engine/compile/render-body.tsx';
import { pageTexts } from '#engine/shared/engine-texts.ts';
import type { AssetManifest, FormState } from '#engine/compile/types.ts';
import { buildExampleBlock } from '#engine/documents/example-document.ts';
import type { Facets, Site } from '#engine/documents/types.ts';
import { type Binding, blockBindings } from '#schemas/generated/bindings.ts';
import { blockDefaults } from '#schemas/generated/defaults.ts';
import type { Image, InlineText } from '#schemas/generated/documents.ts';
import type { ShownForm } from '#engine/shared/shown-form.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { stubAssets } from '#tests/helpers/stub-assets.ts';
import { source } from './project.ts';
import { valuesAt } from './values-at.ts';

type Block = Readonly<Record<string, unknown>>;

const components = import.meta.glob<Readonly<Record<string, ComponentType<never>>>>(
  ['/blocks/*/*.tsx', '/journeys/*/blocks/*/*.tsx', '!**/*.test.tsx'],
  { eager: true },
);
const strings = import.meta.glob<Readonly<Record<string, InlineText>>>(
  ['/blocks/*/strings.json', '/journeys/*/blocks/*/strings.json'],
  { eager: true, import: 'default' },
);

export interface Rendering {
  readonly site: Site;
  readonly locale: Locale;
  /** Replaces the blocks' own words. */
  readonly changeStrings?: (text: InlineText) => InlineText;
  readonly facets?: Facets;
  /** What a refusal left in a form. */
  readonly formState?: FormState;
}

/** One block as the server writes it, alone in a bare layout. */
export function renderExample(block: Block, rendering: Rendering): string {
  return renderExampleBody(block, rendering).markup;
}

/** The same with what is at the end of the page. */
export function renderExampleBody(
  block: Block,
  { site, locale, changeStrings = (text) => text, facets = {}, formState }: Rendering,
): RenderedBody {
  const registry = registryWith(changeStrings);
  const context: BindContext = { site, locale, facets, assets: identifyAssets(block), registry, flow: undefined };
  const blocks = bindBlocks([buildExampleBlock(block)], context);
  return renderBody({
    blocks,
    layout: { component: ({ areas }) => Object.values(areas), css: '' },
    layoutStrings: bindCodeTexts('page', pageTexts, { site, locale }),
    page: {
      locale,
      document: 'pages/example',
      path: '/',
      homeHref: '/',
      siteName: site.config.name,
      shortName: site.config.shortName,
      theme: 'day',
      facets,
      actionBase: '/do/',
      forms: bindForms(blocks.flatMap(formsIn), { ...context, questions: listAsked(blocks) }, formState),
      languages: [{ locale, name: '1', href: '/', current: true }],
    },
    registry,
    marker: createHoleMarker(),
    emblem: site.brand.emblem,
  });
}

function formsIn({ forms, blocks }: BoundBlock): readonly ShownForm[] {
  return [...forms, ...blocks.flatMap(formsIn)];
}

function registryWith(changeStrings: (text: InlineText) => InlineText): BlockRegistry {
  return Object.fromEntries(
    source.blocks.map(({ name, folder, pascal }) => {
      const component = components[`/${folder}/${pascal}.tsx`]?.[pascal];
      if (component === undefined) throw new Error(`${folder}/${pascal}.tsx must export a function "${pascal}".`);
      const words = Object.entries(strings[`/${folder}/strings.json`] ?? {}).map(([key, text]) => [
        key,
        changeStrings(text),
      ]);
      return [name, { component, css: '', strings: Object.fromEntries(words), behaviour: null }];
    }),
  );
}

function readDefaults(type: string): (typeof blockDefaults)[keyof typeof blockDefaults] {
  return Object.entries(blockDefaults).find(([name]) => name === type)?.[1] ?? [];
}

export function getBindings(type: string): readonly Binding[] {
  return Object.entries(blockBindings).find(([name]) => name === type)?.[1] ?? [];
}

/** Every image of the example as if it had been prepared. */
function identifyAssets(block: Block): AssetManifest {
  const keys = new Set<string>();
  const collect = (part: Block): void => {
    const filled = withDefaults(part, readDefaults(String(part['type'])));
    for (const { value } of valuesAt(
      filled,
      getBindings(String(part['type'])).filter(({ as }) => as === 'image'),
    )) {
      const { main, narrow } = buildImageKeys(value as Image);
      for (const key of [main, narrow]) if (key !== null) keys.add(key);
    }
    if (Array.isArray(part['blocks'])) part['blocks'].forEach(collect);
  };
  collect(block);
  const videos = JSON.stringify(block).match(/videos\/[\w./-]+/g) ?? [];
  return { ...stubAssets(keys), videos: Object.fromEntries(videos.map((file) => [file, `assets/${file}`])) };
}

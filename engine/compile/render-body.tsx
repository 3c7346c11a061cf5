import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { TailValue } from '#engine/base/hole.ts';
import { icons, type IconName } from '#engine/block-kit/icons.ts';
import { PageProvider } from '#engine/block-kit/page-context.ts';
import { type RenderSink, RenderSinkProvider } from '#engine/block-kit/render-sink.ts';
import type { LocalizedText, PageContext } from '#engine/block-kit/types.ts';
import type { BoundBlock } from './bind.ts';
import type { HoleMarker } from './cut.ts';
import type { BlockRegistry, LayoutEntry } from './registry-types.ts';

export interface RenderedBody {
  /** Everything inside `body` but scripts and the tail, with hole marks. */
  readonly markup: string;
  readonly tail: readonly TailValue[];
  /** Mean colours of pictures, as `#rrggbb`, each with a class `placeholder-rrggbb` in the markup. */
  readonly colours: readonly string[];
}

/** Renders bound blocks in their layout. React writes static markup: the page has no client-side root of its own. */
export function renderBody(options: {
  readonly blocks: readonly BoundBlock[];
  readonly layout: LayoutEntry;
  readonly layoutStrings: Readonly<Record<string, LocalizedText>>;
  readonly page: PageContext;
  readonly registry: BlockRegistry;
  readonly marker: HoleMarker;
}): RenderedBody {
  const usedIcons = new Set<IconName>();
  const tail = new Map<string, TailValue>();
  const colours = new Set<string>();
  const sink: RenderSink = {
    useIcon: (name) => void usedIcons.add(name),
    hole: options.marker.mark,
    tail: (value) => void tail.set(value.before, value),
    placeholderClass(colour) {
      colours.add(colour);
      return placeholderClass(colour);
    },
  };

  const areas: Record<string, ReactNode[]> = {};
  for (const block of options.blocks) (areas[block.area] ??= []).push(<BoundBlockView key={block.id} block={block} registry={options.registry} />);
  const Layout = options.layout.component as (props: { areas: Record<string, ReactNode>; strings: typeof options.layoutStrings }) => ReactNode;
  const markup = renderToStaticMarkup(
    <PageProvider value={options.page}>
      <RenderSinkProvider value={sink}>
        <Layout areas={areas} strings={options.layoutStrings} />
      </RenderSinkProvider>
    </PageProvider>,
  );
  return { markup: sprite(usedIcons) + markup, tail: [...tail.values()], colours: [...colours].sort() };
}

function BoundBlockView({ block, registry }: { readonly block: BoundBlock; readonly registry: BlockRegistry }): ReactNode {
  const entry = registry[block.type];
  if (entry === undefined) throw new Error(`The block type "${block.type}" is not in the registry. Run npm run gen.`);
  // The generated validators checked these props against the schema that the component's props type is made from.
  const Block = entry.component as (props: Readonly<Record<string, unknown>>) => ReactNode;
  return (
    <Block {...block.props} id={block.htmlId} strings={block.strings}>
      {block.blocks.length > 0 ? block.blocks.map((inner) => <BoundBlockView key={inner.id} block={inner} registry={registry} />) : undefined}
    </Block>
  );
}

/** Class that paints a picture's mean colour. */
export function placeholderClass(colour: string): string {
  return `placeholder-${colour.slice(1)}`;
}

function sprite(names: ReadonlySet<IconName>): string {
  if (names.size === 0) return '';
  const symbols = [...names].sort().map((name) => `<symbol id="i-${name}" viewBox="${icons[name].viewBox}">${icons[name].shapes}</symbol>`);
  return `<svg class="sprite" aria-hidden="true" focusable="false">${symbols.join('')}</svg>`;
}

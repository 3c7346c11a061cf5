import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { PageProvider } from '#engine/block-kit/page-context.ts';
import { type Ports, PortsProvider } from '#engine/block-kit/ports.ts';
import { getPlaceholderClass, type RenderSink, RenderSinkProvider } from '#engine/block-kit/render-sink.ts';
import type { LocalizedText, PageContext } from '#engine/block-kit/types.ts';
import type { BoundBlock } from '#engine/compile/bind.ts';
import type { BlockRegistry, LayoutEntry } from '#engine/compile/registry-types.ts';
import { checkForm } from '#engine/client/forms/check-form.ts';
import { blockRegistry, layoutRegistry } from '#schemas/generated/registry.ts';

/** Everything that one root needs of a page, as JSON in it. */
export interface FullPageData {
  readonly blocks: readonly BoundBlock[];
  readonly layout: string;
  readonly layoutStrings: Readonly<Record<string, LocalizedText>>;
  readonly page: PageContext;
}

const registry: BlockRegistry = blockRegistry;
const layouts: Readonly<Record<string, LayoutEntry>> = layoutRegistry;
const sink: RenderSink = {
  noteIcon: () => undefined,
  hole: () => '',
  tail: () => undefined,
  noteFirstImage: () => undefined,
  noteSection: () => undefined,
  placeholderClass: getPlaceholderClass,
};

/** The whole page as one React tree: the control that islands are compared with. Its form answers through React alone. */
export function FullPage({ data }: { readonly data: FullPageData }): ReactNode {
  const [forms, setForms] = useState(data.page.forms);
  const adoptForm = useCallback<Ports['adoptForm']>((form, name) => {
    const onSubmit = (event: SubmitEvent): void => {
      event.preventDefault();
      const fields = Object.keys(checkForm(form));
      setForms((before) => {
        const known = before[name];
        if (known === undefined) return before;
        const errors = fields.map((field) => [field, Object.values(known.fields[field]?.messages ?? {})[0]]);
        return { ...before, [name]: { ...known, errors: Object.fromEntries(errors) } };
      });
    };
    form.addEventListener('submit', onSubmit);
    return () => form.removeEventListener('submit', onSubmit);
  }, []);
  const ports = useMemo(() => ({ adoptForm }), [adoptForm]);
  const page = useMemo(() => ({ ...data.page, forms }), [data.page, forms]);
  const areas: Record<string, ReactNode[]> = {};
  for (const block of data.blocks) (areas[block.area] ??= []).push(<View key={block.id} block={block} />);
  const Layout = layouts[data.layout]?.component as (props: { areas: object; strings: object }) => ReactNode;
  return (
    <PageProvider value={page}>
      <PortsProvider value={ports}>
        <RenderSinkProvider value={sink}>
          <Layout areas={areas} strings={data.layoutStrings} />
        </RenderSinkProvider>
      </PortsProvider>
    </PageProvider>
  );
}

function View({ block }: { readonly block: BoundBlock }): ReactNode {
  const Block = registry[block.type]?.component as (props: Readonly<Record<string, unknown>>) => ReactNode;
  return (
    <Block {...block.props} id={block.htmlId} strings={block.strings}>
      {block.blocks.length > 0 ? block.blocks.map((inner) => <View key={inner.id} block={inner} />) : undefined}
    </Block>
  );
}

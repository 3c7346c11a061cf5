import type { BlockSource, GeneratorInput } from './source.ts';
import { writeModule } from './write-module.ts';

/** `registry.ts`: components, styles, texts and islands of all blocks and layouts. */
export function generateRegistry(source: GeneratorInput): string {
  const hasShared = source.layouts.some((layout) => !has(layout, 'tsx'));
  return writeModule(
    [
      ...(hasShared ? [`import { createSingleColumn } from '#engine/block-kit/Layout.tsx';`] : []),
      `import type { BlockEntry, LayoutEntry } from '#engine/compile/registry-types.ts';`,
      ...source.blocks.flatMap((block) => imports(block, block.pascal)),
      ...source.layouts.flatMap(layoutImports),
      hasShared
        ? `import { type BlockType, type LayoutName, layouts } from './vocabulary.ts';`
        : `import type { BlockType, LayoutName } from './vocabulary.ts';`,
    ].join('\n'),
    `export const blockRegistry: Readonly<Record<BlockType, BlockEntry>> = {
${source.blocks.map((block) => `  '${block.name}': ${blockEntry(block)},`).join('\n')}
};`,
    `export const layoutRegistry: Readonly<Record<LayoutName, LayoutEntry>> = {
${source.layouts.map((layout) => `  '${layout.name}': ${layoutEntry(layout)},`).join('\n')}
};`,
  );
}

function imports(block: BlockSource, name: string): readonly string[] {
  const folder = `#${block.folder}`;
  const exported = block.pascal === name ? name : `${block.pascal} as ${name}`;
  return [
    `import { ${exported} } from '${folder}/${block.pascal}.tsx';`,
    ...(has(block, 'module.css') ? [`import ${name}Css from '${folder}/${block.pascal}.module.css?inline';`] : []),
    ...(block.files.has('strings.json')
      ? [`import ${name}Strings from '${folder}/strings.json' with { type: 'json' };`]
      : []),
    ...(has(block, 'behaviour.ts')
      ? [`import ${name}Behaviour from '${folder}/${block.pascal}.behaviour.ts?behaviour';`]
      : []),
  ];
}

/** A layout without a component uses a shared one, which gets the class names of the layout's stylesheet. */
function layoutImports(layout: BlockSource): readonly string[] {
  const name = `${layout.pascal}Layout`;
  if (has(layout, 'tsx')) return imports(layout, name);
  const stylesheet = `#${layout.folder}/${layout.pascal}.module.css`;
  return [`import ${name}Classes from '${stylesheet}';`, `import ${name}Css from '${stylesheet}?inline';`];
}

function layoutEntry(layout: BlockSource): string {
  const name = `${layout.pascal}Layout`;
  const component = has(layout, 'tsx') ? name : `createSingleColumn(${name}Classes, layouts['${layout.name}'])`;
  return `{ component: ${component}, css: ${has(layout, 'module.css') ? `${name}Css` : `''`} }`;
}

function blockEntry(block: BlockSource): string {
  const css = has(block, 'module.css') ? `${block.pascal}Css` : `''`;
  const strings = block.files.has('strings.json') ? `${block.pascal}Strings` : '{}';
  const behaviour = has(block, 'behaviour.ts') ? `${block.pascal}Behaviour` : 'null';
  return `{ component: ${block.pascal}, css: ${css}, strings: ${strings}, behaviour: ${behaviour} }`;
}

function has(block: BlockSource, suffix: string): boolean {
  return block.files.has(`${block.pascal}.${suffix}`);
}

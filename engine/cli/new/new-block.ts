import { toPascalCase } from '../gen/schema.ts';
import type { GeneratorInput } from '../gen/source.ts';
import { UsageError } from '../usage.ts';
import { placeholderTexts } from './placeholder-texts.ts';
import { formatJson, requireKebabCase, type Scaffold } from './scaffold.ts';

/** Identifiers in the generated code of a block: imports, and types derived from the name as `XProps` and `XBlock`. */
const taken = new Set(['Text', 'ReactNode', 'BlockBase', 'Layout', 'Any']);

/** A block with a title and a text: schema, component, style and one example. */
export const newBlock: Scaffold = ({ name, journey, source }) => {
  requireKebabCase(name);
  const pascal = toPascalCase(name);
  const twin = source.blocks.find((block) => block.pascal === pascal);
  if (twin !== undefined)
    throw new UsageError(`The block "${twin.name}" already exists in ${twin.folder}/. Choose another name.`);
  if (name === 'layouts' || taken.has(pascal))
    throw new UsageError(`"${name}" is taken by the engine itself. Choose another name.`);

  const folder = `${chooseFolder(journey, source)}blocks/${name}`;
  return new Map([
    [`${folder}/${name}.schema.json`, schema(name, pascal)],
    [`${folder}/${pascal}.tsx`, component(pascal)],
    [`${folder}/${pascal}.module.css`, style],
    [`${folder}/examples.json`, examples(name)],
  ]);
};

/** @throws UsageError for an unknown journey */
function chooseFolder(journey: string | undefined, { journeys }: GeneratorInput): string {
  if (journey === undefined) return '';
  const names = journeys.map(({ name }) => name);
  if (!names.includes(journey))
    throw new UsageError(`There is no journey "${journey}". vitrine.config.ts names ${names.join(', ') || 'none'}.`);
  return `journeys/${journey}/`;
}

function schema(name: string, pascal: string): string {
  const text = { $ref: '/schemas/text.schema.json' };
  return formatJson({
    $id: `/blocks/${name}.schema.json`,
    title: pascal,
    description: 'A title with one or two sentences.',
    kind: 'static',
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: {
      title: { description: 'Title of the section.', heading: 2, ...text },
      text: { description: 'One or two sentences below the title.', ...text },
    },
  });
}

function component(pascal: string): string {
  return `import type { ReactNode } from 'react';
import { type ${pascal}Props, Text } from '#engine/block-kit/index.ts';
import css from './${pascal}.module.css';

/** A title with one or two sentences. */
export function ${pascal}({ id, title, text }: ${pascal}Props): ReactNode {
  const heading = \`\${id}-title\`;
  return (
    <section id={id} className={css.block} aria-labelledby={heading}>
      <Text value={title} as="h2" className={css.title} id={heading} />
      {text && <Text value={text} as="p" className={css.text} />}
    </section>
  );
}
`;
}

const style = `.block {
  padding: var(--section) var(--margin);
}
.title {
  font: var(--fs-title) / 1.1 var(--serif);
}
.text {
  margin-top: var(--s-3);
  max-width: 42rem;
  color: var(--text-muted);
}
`;

function examples(name: string): string {
  const { title, text } = placeholderTexts;
  return formatJson([{ name: 'Title and text', block: { id: name.replace('_', ''), type: name, title, text } }]);
}

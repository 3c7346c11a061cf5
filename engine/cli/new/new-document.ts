import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { currentVersion } from '#engine/documents/migrations/migrate.ts';
import { isReserved } from '#engine/shared/reserved.ts';
import type { GeneratorInput } from '../gen/source.ts';
import { UsageError } from '../usage.ts';
import { placeholderTexts } from './placeholder-texts.ts';
import { formatJson, requireKebabCase, type Scaffold, type ScaffoldInput } from './scaffold.ts';

const { title, text, description } = placeholderTexts;

/** A page at `/<name>` with header, title, text and footer. */
export const newPage: Scaffold = (input) => {
  requireFreeAddress(input);
  return document(`pages/${input.name}`, 'page', { route: `/${input.name}`, ...whole(input.source, 'page') });
};

/** A landing at `/<name>`. */
export const newLanding: Scaffold = (input) => {
  requireFreeAddress(input);
  return document(`landings/${input.name}`, 'landing', { slug: input.name, ...whole(input.source, 'landing') });
};

/** A variant at `/<name>` with another title, as an example of a change. */
export const newVariant: Scaffold = (input) => {
  const { name, base, source } = input;
  requireFreeAddress(input);
  if (!source.documents.includes(base)) {
    const landings = source.documents.filter((id) => id.startsWith('landings/'));
    const suggestion = landings.find((id) => id === `landings/${base}`) ?? suggestName(base, landings);
    const hint =
      suggestion === undefined
        ? `Landings are: ${landings.join(', ') || 'none yet'}.`
        : `Did you mean "${suggestion}"?`;
    throw new UsageError(`The landing "${base}" does not exist, so nothing can vary it. ${hint}`);
  }
  return document(`landings/${name}`, 'landing', {
    slug: name,
    extends: base,
    changes: [{ op: 'document', set: { meta: { title } } }],
  });
};

function document(
  id: string,
  kind: 'page' | 'landing',
  content: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  return new Map([
    [
      `pages-config/${id}.json`,
      formatJson({
        $schema: `../../schemas/generated/editor/${kind}.schema.json`,
        version: currentVersion,
        ...content,
      }),
    ],
  ]);
}

function whole(source: GeneratorInput, kind: 'page' | 'landing'): Readonly<Record<string, unknown>> {
  const layouts = source.layouts.filter((layout) => layout.schema.kinds?.includes(kind));
  const layout = layouts.find(({ name }) => name === 'default') ?? layouts[0];
  if (layout === undefined)
    throw new UsageError(`There is no layout for a ${kind} yet. Add one under blocks/layouts/.`);
  const areas = Object.keys(layout.schema.areas ?? {});
  const frame = (area: string): readonly object[] =>
    areas.includes(area) && source.documents.includes(`fragments/${area}`)
      ? [{ id: area, fragment: `fragments/${area}`, area }]
      : [];
  return {
    layout: layout.name,
    meta: { title, description },
    blocks: [...frame('header'), mainBlock(source), ...frame('footer')],
  };
}

/** The block with the `h1` of the page. */
function mainBlock(source: GeneratorInput): object {
  if (!source.blocks.some(({ name }) => name === 'rich-text')) {
    throw new UsageError('A new page opens with the block "rich-text", and there is no folder blocks/rich-text/.');
  }
  return { id: 'main-text', type: 'rich-text', level: 1, title, lead: text };
}

/** Rejects names that are no valid address or are taken. */
export function requireFreeAddress({
  name,
  source,
  root,
}: Pick<ScaffoldInput, 'name' | 'root'> & { readonly source: Pick<GeneratorInput, 'documents'> }): void {
  requireKebabCase(name);
  if (isReserved(`/${name}`))
    throw new UsageError(`The address "/${name}" belongs to the server itself. Choose another name.`);
  for (const id of source.documents) {
    const file = join(root, 'pages-config', `${id}.json`);
    if (existsSync(file) && readAddress(readFileSync(file, 'utf8')) === `/${name}`) {
      throw new UsageError(`The address "/${name}" already belongs to ${id}. Choose another name.`);
    }
  }
}

/** Address of a document; none for an invalid file, which `check` reports. */
function readAddress(written: string): string | undefined {
  const route = /"route"\s*:\s*"(?<route>[^"]*)"/.exec(written)?.groups?.['route'];
  const slug = /"slug"\s*:\s*"(?<slug>[^"]*)"/.exec(written)?.groups?.['slug'];
  return route ?? (slug === undefined ? undefined : `/${slug}`);
}

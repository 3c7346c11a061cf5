import { byName } from '#engine/shared/by-name.ts';
import { findBound } from '../find-bound.ts';
import type { ExpandedDocument } from '../inheritance/expander.ts';
import { getChildren } from '../inheritance/tree.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type Binding, blockBindings, metaBindings } from '#schemas/generated/bindings.ts';

/** Files and folders that a page consists of, beside its document. */
export interface PageParts {
  /** `blocks/hero`, `blocks/layouts/default`; also folders of journey blocks. */
  readonly folders: ReadonlySet<string>;
  /** Image paths. */
  readonly images: ReadonlySet<string>;
}

const bindingsByType = byName<readonly Binding[]>(blockBindings);

export function listParts({ head, blocks }: Pick<ExpandedDocument, 'head' | 'blocks'>): PageParts {
  const folders = new Set([`blocks/layouts/${String(head['layout'] ?? 'default')}`]);
  const images = new Set(imagesIn(head['meta'], metaBindings));
  const visit = (block: JsonObject): void => {
    const type = String(block['type']);
    folders.add(`blocks/${type}`);
    for (const image of imagesIn(block, bindingsByType[type] ?? [])) images.add(image);
    getChildren(block).forEach(visit);
  };
  blocks.forEach(visit);
  return { folders, images };
}

function imagesIn(value: unknown, bindings: readonly Binding[]): readonly string[] {
  return findBound(value, bindings).flatMap(({ value: image, binding: { as } }) =>
    as === 'image' && isObject(image) && typeof image['src'] === 'string' ? [image['src']] : [],
  );
}

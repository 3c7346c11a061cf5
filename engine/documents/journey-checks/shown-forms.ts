import { type Default, withDefaults } from '#engine/base/defaults.ts';
import { formBy } from '#schemas/generated/block-forms.ts';
import { blockDefaults } from '#schemas/generated/defaults.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';
import type { ExpandedDocument } from '../expand/expand.ts';
import { type Tree, childrenOf } from '../expand/tree.ts';
import type { JsonObject } from '../json.ts';
import type { Project } from '../project.ts';
import type { DocumentId } from '../types.ts';

const infoByType: Readonly<Record<string, BlockInfo | undefined>> = blockInfo;
const defaultsByType: Readonly<Record<string, readonly Default[] | undefined>> = blockDefaults;

/** What decides in a block with several forms which one it shows. */
const formByType: Readonly<
  Record<string, { readonly property: string; readonly forms: Readonly<Record<string, FormName>> } | undefined>
> = formBy;

const known = new WeakMap<ExpandedDocument, ReadonlySet<string>>();

/** Forms that the blocks of a document show, whatever their conditions. */
export function formsOn(document: ExpandedDocument): ReadonlySet<string> {
  const forms = known.get(document) ?? new Set(formsIn(document.blocks));
  known.set(document, forms);
  return forms;
}

function formsIn(tree: Tree): readonly string[] {
  return tree.flatMap((block) => [...formsOfBlock(block), ...formsIn(childrenOf(block))]);
}

function formsOfBlock(block: JsonObject): readonly string[] {
  const type = String(block['type']);
  const by = formByType[type];
  const shown = by?.forms[String(withDefaults(block, defaultsByType[type] ?? [])[by.property])];
  return shown === undefined ? (infoByType[type]?.forms ?? []) : [shown];
}

/** Form → the pages and landings that show it. */
export function pagesByForm({ expanded }: Pick<Project, 'expanded'>): ReadonlyMap<string, readonly DocumentId[]> {
  const pages = new Map<string, DocumentId[]>();
  for (const document of expanded.values()) {
    if (document.written.kind === 'fragment') continue;
    for (const form of formsOn(document)) pages.set(form, [...(pages.get(form) ?? []), document.id]);
  }
  return pages;
}

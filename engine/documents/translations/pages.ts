import { type JsonObject, isObject, listStrings } from '../json.ts';
import { inspectDocument } from '../inspect.ts';
import { listNamedFormDocuments } from '../forms/list-named-form-documents.ts';
import type { ExpandedDocument } from '../inheritance/expander.ts';
import { withoutPlural } from '../texts.ts';
import type { Project } from '../project.ts';
import type { DocumentId } from '../types.ts';
import type { TranslatableText } from './entries.ts';

/** Pages and landings that show a text; none for texts of mails, messages and scripts. */
export type FindPages = (entry: TranslatableText) => readonly DocumentId[];

export function readPages({
  written,
  expanded,
  references,
}: Pick<Project, 'written' | 'expanded' | 'references'>): FindPages {
  const pages = new Map<string, DocumentId[]>();
  const show = (name: string, id: DocumentId): void => {
    const shown = pages.get(name);
    if (shown === undefined) pages.set(name, [id]);
    else if (shown.at(-1) !== id) shown.push(id);
  };
  for (const document of expanded.values()) {
    if (document.written.kind === 'fragment') continue;
    for (const { textKeys } of inspectDocument(document, references).inspections)
      for (const key of textKeys) show(key, document.id);
    for (const folder of listFolders(document)) show(folder, document.id);
    for (const form of listNamedFormDocuments(document, written))
      for (const text of listStrings(form.value)) show(text, document.id);
  }
  return ({ key }) => {
    const [folder = '', word] = key.split('#', 2);
    if (word !== undefined) return pages.get(folder) ?? [];
    return pages.get(key) ?? pages.get(withoutPlural(key)) ?? [];
  };
}

/** Folders of the blocks and the layout of a document, which have texts of their own. */
function listFolders({ blocks, head }: ExpandedDocument): ReadonlySet<string> {
  const folders = new Set([`blocks/layouts/${String(head['layout'] ?? 'default')}`]);
  const visit = (block: JsonObject): void => {
    folders.add(`blocks/${String(block['type'])}`);
    const inner: unknown = block['blocks'];
    if (Array.isArray(inner)) inner.filter(isObject).forEach(visit);
  };
  blocks.forEach(visit);
  return folders;
}

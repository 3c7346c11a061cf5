import { listFormViews } from '#engine/documents/forms/form-views.ts';
import type { ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import { getChildren, type Tree } from '#engine/documents/inheritance/tree.ts';
import type { JsonObject } from '#engine/documents/json.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { PageForm } from '#engine/studio/protocol.ts';
import type { WrittenDocument } from '#engine/documents/written.ts';
import { byName } from '#engine/shared/by-name.ts';
import { type FormChoice, formChoices, questionProperties } from '#schemas/generated/block-forms.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';
import type { Content } from '../model/content.ts';

const choices = byName<FormChoice>(formChoices);
const questions = byName<string>(questionProperties);
const infos = byName<BlockInfo>(blockInfo);

/** Blocks of a page with a form, and what previews can show of it. */
export function listPageForms(
  { documents }: Pick<Content, 'documents'>,
  { shown }: ExpandedDocument,
): readonly PageForm[] {
  return listBlocks(shown)
    .filter(showsForm)
    .map((block) => {
      const type = String(block['type']);
      const choice = choices[type];
      const isNamed = choice !== undefined && 'documents' in choice;
      const named = isNamed ? documents.get(String(block[choice.property])) : undefined;
      return { block: String(block['id']), type, views: listFormViews(named?.value) };
    });
}

function showsForm(block: JsonObject): boolean {
  const type = String(block['type']);
  return choices[type] !== undefined || (infos[type]?.forms ?? []).length > 0;
}

/** Form documents that blocks of a page show, as forms or as questions in other forms. */
export function listFormDocuments(
  { documents }: Pick<Content, 'documents'>,
  { blocks }: ExpandedDocument,
): ReadonlyMap<DocumentId, WrittenDocument> {
  const found = listBlocks(blocks).flatMap((block) =>
    listFormProperties(String(block['type'])).flatMap((property) => {
      const written = documents.get(String(block[property]));
      return written?.kind === 'form' ? [[written.id, written] as const] : [];
    }),
  );
  return new Map(found);
}

/** Properties of a block that name a form document. */
function listFormProperties(type: string): readonly string[] {
  const choice = choices[type];
  const own = choice !== undefined && 'documents' in choice ? [choice.property] : [];
  const asked = questions[type];
  return asked === undefined ? own : [...own, asked];
}

const listBlocks = (tree: Tree): readonly JsonObject[] =>
  tree.flatMap((block) => [block, ...listBlocks(getChildren(block))]);

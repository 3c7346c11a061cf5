import { basename } from 'node:path';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { composeSchemas } from '#engine/cli/gen/compose.ts';
import { editorFolder } from '#engine/cli/gen/editor-folder.ts';
import { generateEditorSchemas } from '#engine/cli/gen/editor.ts';
import type { GeneratorInput } from '#engine/cli/gen/source.ts';

/** Something that an editor underlines. */
export interface Underlined {
  readonly line: number;
  readonly message: string;
}

export type Editor = (file: string, text: string) => Promise<readonly Underlined[]>;

/** An editor that has a project open: the JSON language server with the schemas that are written for it. */
export function createEditor(source: GeneratorInput): Editor {
  const schemas = new Map(generateEditorSchemas(source, composeSchemas(source)));
  const service = getLanguageService({
    // Documents name their schema by a path from their own folder.
    workspaceContext: { resolveRelativePath: (path) => path },
    schemaRequestService: (uri) => Promise.resolve(schemas.get(editorFolder + basename(uri)) ?? ''),
  });
  service.configure({ schemas: [{ uri: 'texts.schema.json', fileMatch: ['/locales/*/*.json'] }] });
  return async (file, text) => {
    const document = TextDocument.create(`file:///${file}`, 'json', 1, text);
    const found = await service.doValidation(document, service.parseJSONDocument(document), { comments: 'error' });
    return found.map(({ range, message }) => ({ line: range.start.line + 1, message: String(message) }));
  };
}

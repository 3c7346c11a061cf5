import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { UnmadeFiles } from './unmade-files.ts';

/** Images and link previews that are made while pages with them are sent. */
export interface UnmadeImages {
  readonly files: UnmadeFiles;
  /** Resolves once a file is there or cannot be made; `null` when nothing has to be waited for. */
  readonly whenMade: UnmadeFiles['whenMade'];
  /** Paths of the images of a document that are not there. */
  readonly ofDocument: (site: Site, document: DocumentId) => readonly string[];
  readonly close: () => void;
}

import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { PendingFiles } from './pending-files.ts';

/** Images and link previews that are created while pages are served. */
export interface PendingImages {
  readonly files: PendingFiles;
  /** Resolves once a file exists or failed; `null` when it is not pending. */
  readonly whenMade: PendingFiles['whenMade'];
  /** Paths of missing images of a document. */
  readonly ofDocument: (site: Site, document: DocumentId) => readonly string[];
  readonly close: () => void;
}

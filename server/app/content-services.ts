import { createPublications } from '#server/site/publications/create-publications.ts';
import type { Publications } from '#server/site/publications/publications.ts';
import { createPreviewLinks, type PreviewPorts } from '#server/site/previews/create-preview-links.ts';
import type { PreviewLinks } from '#server/site/previews/preview-links.ts';
import type { DriftedFile } from '#server/admin/pages/system-status/system-status.ts';
import { createUploads } from '#server/site/uploads/create-uploads.ts';
import type { Uploads } from '#server/site/uploads/uploads.ts';
import { noProject } from './default-options.ts';

export interface ContentServices {
  /** Content changes without a build. */
  readonly publications: Publications;
  /** Images that staff upload. */
  readonly uploads: Uploads;
  /** Preview links; `null` in a process without a project. */
  readonly previews: PreviewLinks | null;
}

export function createContentServices(ports: PreviewPorts): ContentServices {
  return {
    publications: createPublications(ports),
    uploads: createUploads(ports),
    previews: ports.project === noProject ? null : createPreviewLinks(ports),
  };
}

/** Files of the build that differ from every published version. */
export const listDrifted = async ({ publications, previews }: ContentServices): Promise<readonly DriftedFile[]> =>
  previews === null ? [] : (await publications.listDifferences()).filter(({ isDrifted }) => isDrifted);

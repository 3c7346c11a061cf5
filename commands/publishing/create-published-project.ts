import { InternalError } from '#engine/shared/errors.ts';
import type { ProjectInput } from '#engine/documents/read-project.ts';
import { noImages } from '#server/app/default-options.ts';
import { root } from '#server/platform/paths.ts';
import type { PublishedProject } from '#server/site/publications/ports.ts';

/** Files for comparison with published content, without checks, which a server does. */
export function createPublishedProject(input: Promise<ProjectInput> | ProjectInput): PublishedProject {
  return {
    files: async () => (await input).layers[0].files,
    root,
    inspect: () => Promise.reject(new InternalError('A command checks no content before publication.')),
    readImpact: () => Promise.reject(new InternalError('A command compares no drafts with published content.')),
    visit: () => Promise.reject(new InternalError('A command renders no pages of drafts.')),
    render: () => Promise.reject(new InternalError('A command renders no pages of drafts.')),
    images: noImages,
  };
}

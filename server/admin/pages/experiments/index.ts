import type { MoreAdminPages } from '#server/admin/index.ts';
import { contentReader } from '#server/admin/pages/content/model/content.ts';
import { isContentPath } from '#server/site/publications/content-path.ts';
import type { PublishedProject } from '#server/site/publications/ports.ts';
import type { Publications } from '#server/site/publications/publications.ts';
import type { DraftingPorts, ExperimentPorts } from './edit/save-in-draft.ts';
import { experimentBuilderPage, type SplitGeneratorPorts } from './experiment-builder/experiment-builder.ts';
import { resultsAttention, resultsPage, type ResultsPorts, unreadyAttention } from './results/results.ts';

interface Published {
  readonly publications: Publications;
  readonly project: Pick<PublishedProject, 'root' | 'files'>;
}

export interface ExperimentPagesPorts extends Omit<ResultsPorts & SplitGeneratorPorts, keyof ExperimentPorts> {
  /** `null` for a process that sends the files on disk as they are. */
  readonly published: Published | null;
  readonly hasGrowthBook: boolean;
}

/** Pages about experiments. */
export function experimentPages({ published, ...services }: ExperimentPagesPorts): MoreAdminPages {
  const ports = { ...services, drafting: published && draftingOf(published) };
  return {
    pages: [resultsPage(ports), experimentBuilderPage(ports)],
    attention: [unreadyAttention(ports), resultsAttention(ports)],
  };
}

function draftingOf({ publications, project }: Published): DraftingPorts {
  return {
    publications,
    root: project.root,
    read: contentReader(publications),
    async readFiles() {
      const [build, content] = await Promise.all([project.files(), publications.readContent()]);
      return new Map([...[...build].filter(([path]) => !isContentPath(path)), ...content]);
    },
  };
}

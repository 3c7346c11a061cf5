import type { MoreAdminPages } from '#server/admin/index.ts';
import { experimentBuilderPage } from './experiment-builder/experiment-builder.ts';
import { conversionFigures } from './conversion-figures.ts';
import type { SplitGeneratorPorts } from './experiment-builder/ports.ts';
import type { ResultsPorts } from './results/ports.ts';
import { resultsAttention, resultsPage, unreadyAttention } from './results/results.ts';

export type ExperimentPagesPorts = ResultsPorts & SplitGeneratorPorts;

/** Pages about experiments. */
export const experimentPages = (ports: ExperimentPagesPorts): MoreAdminPages => ({
  pages: [resultsPage(ports), experimentBuilderPage(ports)],
  attention: [unreadyAttention(ports), resultsAttention(ports)],
  figures: [conversionFigures(ports)],
});

import type { MoreAdminPages } from '#server/admin/index.ts';
import { experimentBuilderPage, type SplitGeneratorPorts } from './experiment-builder/experiment-builder.ts';
import { resultsAttention, resultsPage, type ResultsPorts, unreadyAttention } from './results/results.ts';

export type ExperimentPagesPorts = ResultsPorts & SplitGeneratorPorts;

/** Pages about experiments. */
export const experimentPages = (ports: ExperimentPagesPorts): MoreAdminPages => ({
  pages: [resultsPage(ports), experimentBuilderPage(ports)],
  attention: [unreadyAttention(ports), resultsAttention(ports)],
});

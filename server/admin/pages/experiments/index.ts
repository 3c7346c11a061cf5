import type { MoreAdminPages } from '#server/admin/index.ts';
import { createExperimentBuilderPage } from './experiment-builder/experiment-builder.ts';
import { createConversionFigures } from './conversion-figures.ts';
import type { SplitGeneratorPorts } from './experiment-builder/ports.ts';
import type { ResultsPorts } from './results/ports.ts';
import { createResultsAttention, createResultsPage, createUnreadyAttention } from './results/results.ts';

export type ExperimentPagesPorts = ResultsPorts & SplitGeneratorPorts;

/** Pages about experiments. */
export const createExperimentPages = (ports: ExperimentPagesPorts): MoreAdminPages => ({
  pages: [createResultsPage(ports), createExperimentBuilderPage(ports)],
  attention: [createUnreadyAttention(ports), createResultsAttention(ports)],
  figures: [createConversionFigures(ports)],
});

import type { MoreAdminPages } from '#server/admin/index.ts';
import { experimentEditing } from './edit/index.ts';
import { experimentBuilderPage, type SplitGeneratorPorts } from './experiment-builder/experiment-builder.ts';
import { resultsAttention, resultsPage, type ResultsPorts, unreadyAttention } from './results/results.ts';

export type ExperimentPagesPorts = ResultsPorts & SplitGeneratorPorts;

/** Pages about experiments. */
export function experimentPages(ports: ExperimentPagesPorts): MoreAdminPages {
  const { drafting } = ports;
  const editing = drafting === null ? null : experimentEditing({ ...ports, drafting });
  return {
    pages: [resultsPage(ports, editing), experimentBuilderPage(ports)],
    attention: [unreadyAttention(ports), resultsAttention(ports)],
  };
}

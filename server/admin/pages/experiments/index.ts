import type { MoreRooms } from '#server/admin/index.ts';
import { resultsAttention, resultsRoom, type ResultsPorts, unreadyAttention } from './results/results.ts';
import { splitGeneratorRoom, type SplitGeneratorPorts } from './split-generator/split-generator.ts';

export type ExperimentRoomsPorts = ResultsPorts & SplitGeneratorPorts;

/** Pages about experiments. */
export const experimentRooms = (ports: ExperimentRoomsPorts): MoreRooms => ({
  rooms: [resultsRoom(ports), splitGeneratorRoom(ports)],
  attention: [unreadyAttention(ports), resultsAttention(ports)],
});

import type { DeclaredAction } from '#server/admin/admin-action.ts';
import type { ResultsPorts } from '../../ports.ts';
import { switchAction } from '../../switch-experiment.ts';

export const stopExperiment = (ports: ResultsPorts): DeclaredAction => switchAction(ports, true);

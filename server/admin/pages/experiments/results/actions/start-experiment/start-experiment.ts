import type { DeclaredAction } from '#server/admin/admin-action.ts';
import type { ResultsPorts } from '../../ports.ts';
import { switchAction } from '../../switch-experiment.ts';

export const startExperiment = (ports: ResultsPorts): DeclaredAction => switchAction(ports, false);

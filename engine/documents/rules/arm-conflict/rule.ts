import { experimentKey, experimentsOf } from '../../build-experiments.ts';
import { objectsOf } from '../../json.ts';
import type { Remark } from '../../place.ts';
import type { Project } from '../../project.ts';
import type { DocumentId } from '../../types.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';
import { areTargetsApart } from './targets-apart.ts';
import { whyNot } from './why-not.ts';

export const armConflict: Rule = {
  id: 'arm-conflict',
  severity: 'error',
  description: 'Arms of two live experiments on one document never change the same thing, so that they compose.',
  project: function* (project) {
    const live = experimentsOf(project.written.values()).filter(({ value }) => value['status'] === 'live');
    for (const [index, later] of live.entries()) {
      for (const earlier of live.slice(0, index)) {
        if (earlier.value['document'] === later.value['document']) yield* conflicts(earlier, later, project);
      }
    }
  },
};

interface Arm {
  readonly index: number;
  readonly variant: DocumentId;
}

function armsOf({ value }: WrittenDocument): readonly Arm[] {
  return objectsOf(value['arms']).flatMap(({ variant }, index) =>
    typeof variant === 'string' && variant !== value['document'] ? [{ index, variant }] : [],
  );
}

/** One finding per arm of the later experiment: the first thing that stands in the way. */
function* conflicts(earlier: WrittenDocument, later: WrittenDocument, { expanded }: Project): Generator<Remark> {
  const base = expanded.get(String(later.value['document']));
  if (base === undefined || isApart(earlier, later)) return;
  for (const { index, variant } of armsOf(later)) {
    for (const other of armsOf(earlier)) {
      const reason = whyNot(base, other.variant, variant, expanded);
      if (reason === undefined) continue;
      yield {
        place: { file: later.file, path: ['arms', index, 'variant'] },
        message: `"${variant}" and "${other.variant}" of the live experiment "${experimentKey(earlier.id)}" cannot be shown together: ${reason}.`,
        expected:
          'arms that change different things, one of the experiments paused, ranges of one namespace apart, or targeting that has nobody in common',
        found: variant,
      };
      break;
    }
  }
}

/** Whether targeting or a namespace keeps the visitors of two experiments apart. */
function isApart(one: WrittenDocument, other: WrittenDocument): boolean {
  if (areTargetsApart(one.value['targeting'], other.value['targeting'])) return true;
  const [a, b] = [namespaceOf(one), namespaceOf(other)];
  return a !== undefined && b !== undefined && a.name === b.name && (a.to <= b.from || b.to <= a.from);
}

function namespaceOf({ value }: WrittenDocument): { name: string; from: number; to: number } | undefined {
  const [namespace] = objectsOf([value['namespace']]);
  const { name, from, to } = namespace ?? {};
  return typeof name === 'string' && typeof from === 'number' && typeof to === 'number'
    ? { name, from, to }
    : undefined;
}

import { experimentKey, experimentsOf } from '../../build-experiments.ts';
import { objectsOf } from '../../json.ts';
import type { Path, Remark } from '../../place.ts';
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
        yield* conflicts(earlier, later, project);
      }
    }
  },
};

interface Arm {
  readonly path: Path;
  readonly variant: DocumentId;
}

/** Variations by the document that they replace. */
function armsOf({ value }: WrittenDocument): ReadonlyMap<unknown, readonly Arm[]> {
  const pages = [
    { document: value['document'], arms: value['arms'], path: [] as Path },
    ...objectsOf(value['pages']).map(({ document, arms }, index) => ({ document, arms, path: ['pages', index] })),
  ];
  return new Map(
    pages.map(({ document, arms, path }) => [
      document,
      objectsOf(arms).flatMap(({ variant }, index) =>
        typeof variant === 'string' && variant !== document
          ? [{ path: [...path, 'arms', index, 'variant'], variant }]
          : [],
      ),
    ]),
  );
}

/** One finding per variation of the later experiment: its first conflict. */
function* conflicts(earlier: WrittenDocument, later: WrittenDocument, { expanded }: Project): Generator<Remark> {
  if (isApart(earlier, later)) return;
  const others = armsOf(earlier);
  for (const [document, arms] of armsOf(later)) {
    const base = expanded.get(String(document));
    if (base === undefined) continue;
    for (const { path, variant } of arms) {
      for (const other of others.get(document) ?? []) {
        const reason = whyNot(base, other.variant, variant, expanded);
        if (reason === undefined) continue;
        yield {
          place: { file: later.file, path },
          message: `"${variant}" and "${other.variant}" of the live experiment "${experimentKey(earlier.id)}" cannot be shown together: ${reason}.`,
          expected:
            'arms that change different things, one of the experiments paused, ranges of one namespace apart, or targeting or prerequisites that have nobody in common',
          found: variant,
        };
        break;
      }
    }
  }
}

/** Whether targeting, prerequisites or a namespace separate the visitors of two experiments. */
function isApart(one: WrittenDocument, other: WrittenDocument): boolean {
  if (areTargetsApart(one.value['targeting'], other.value['targeting'])) return true;
  if (haveOtherArms(one, other)) return true;
  const [a, b] = [namespaceOf(one), namespaceOf(other)];
  return a !== undefined && b !== undefined && a.name === b.name && (a.to <= b.from || b.to <= a.from);
}

/** A visitor has one variation of an experiment, so different prerequisites are disjoint. */
function haveOtherArms(one: WrittenDocument, other: WrittenDocument): boolean {
  const others = prerequisitesOf(other);
  return prerequisitesOf(one).some(({ experiment, arms }) =>
    others.some((each) => each.experiment === experiment && !each.arms.some((arm) => arms.includes(arm))),
  );
}

function prerequisitesOf({ value }: WrittenDocument): readonly { experiment: unknown; arms: readonly unknown[] }[] {
  return objectsOf(value['prerequisites']).map(({ experiment, arms }) => ({
    experiment,
    arms: Array.isArray(arms) ? arms : [],
  }));
}

function namespaceOf({ value }: WrittenDocument): { name: string; from: number; to: number } | undefined {
  const [namespace] = objectsOf([value['namespace']]);
  const { name, from, to } = namespace ?? {};
  return typeof name === 'string' && typeof from === 'number' && typeof to === 'number'
    ? { name, from, to }
    : undefined;
}

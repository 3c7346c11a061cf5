import type { Path } from '../../source-location.ts';
import type { DocumentId } from '../../types.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';

interface Step {
  readonly document: WrittenDocument;
  readonly path: Path;
}

export const cycle: Rule = {
  id: 'cycle',
  severity: 'error',
  description: 'No document extends itself and no fragment contains itself, directly or indirectly (D6).',
  project: function* ({ written }) {
    for (const steps of findCycles(written)) {
      const [first] = steps;
      if (first === undefined) continue;
      const way = [...steps, first].map(({ document }) => document.id).join(' → ');
      yield {
        location: { file: first.document.file, path: first.path },
        message: `The document "${first.document.id}" is made of itself: ${way}. Remove one of these references.`,
        found: way,
      };
    }
  },
};

/** Every cycle once, starting at its first document by id. */
function findCycles(written: ReadonlyMap<DocumentId, WrittenDocument>): readonly (readonly Step[])[] {
  const cycles = new Map<string, readonly Step[]>();
  const done = new Set<DocumentId>();
  const visit = (document: WrittenDocument, trail: readonly Step[]): void => {
    for (const { to, path } of document.references) {
      const steps = [...trail, { document, path }];
      const start = steps.findIndex((step) => step.document.id === to);
      if (start >= 0) {
        const round = rotate(steps.slice(start));
        cycles.set(round.map((step) => step.document.id).join(' '), round);
        continue;
      }
      const next = written.get(to);
      if (next !== undefined && !done.has(to)) visit(next, steps);
    }
    done.add(document.id);
  };
  for (const document of written.values()) visit(document, []);
  return [...cycles.values()];
}

function rotate(steps: readonly Step[]): readonly Step[] {
  const ids = steps.map((step) => step.document.id);
  const first = ids.indexOf(ids.toSorted()[0] ?? '');
  return [...steps.slice(first), ...steps.slice(0, first)];
}

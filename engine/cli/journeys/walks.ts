import { UserError } from '#engine/shared/errors.ts';

/** Number of walks: transitions by machine and `from on to`, outcomes by `useCase.outcome`. */
export interface Walks {
  transition(machine: string, from: string, on: string, to: string): number | undefined;
  outcome(name: string): number | undefined;
}

/** Without recorded walks: arrows have no counts. */
export const noWalks: Walks = { transition: () => undefined, outcome: () => undefined };

/**
 * Parses recorded walks: `{ "<machine>": { "<from> <on> <to>": 3 }, "<useCase>.<outcome>": 5 }`. Missing entries count as 0.
 *
 * @param file file name for errors
 * @throws UserError for an invalid text
 */
export function readWalks(text: string, file: string): Walks {
  const counts = parse(text);
  if (counts === null)
    throw new UserError(
      `${file} holds no counts of walks. Expected { "<machine>": { "<from> <on> <to>": 3 }, "<useCase>.<outcome>": 5 }.`,
    );
  return {
    transition: (machine, from, on, to) => counts.get(`${machine} ${from} ${on} ${to}`) ?? 0,
    outcome: (name) => counts.get(name) ?? 0,
  };
}

function parse(text: string): ReadonlyMap<string, number> | null {
  const value = readJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const counts = new Map<string, number>();
  for (const [name, count] of Object.entries(value)) {
    if (typeof count === 'number') counts.set(name, count);
    else if (typeof count !== 'object' || count === null) return null;
    else
      for (const [way, times] of Object.entries(count))
        if (typeof times === 'number') counts.set(`${name} ${way}`, times);
  }
  return counts;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

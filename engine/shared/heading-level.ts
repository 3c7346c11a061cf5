type Path = readonly (string | number)[];

/**
 * The level (1–6) of a heading declared by a schema: a number, or the name of an integer property beside the text or in the nearest
 * enclosing object. `level+1` is one level below that property, `level+title` one level below it if the block has a `title`, else that
 * level. `undefined` when the value names no level.
 *
 * @param value block with the text, defaults filled in
 * @param path path of the text in the block
 */
export function readHeadingLevel(heading: number | string, value: unknown, path: Path): number | undefined {
  if (typeof heading === 'number') return heading;
  const { property, below, title } = readHeading(heading);
  const lower = title !== undefined && valueAt(value, [title]) === undefined ? 0 : below;
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const level = valueAt(value, [...path.slice(0, depth), property]);
    if (typeof level === 'number') return level + lower;
  }
  return undefined;
}

/** `level+1` → the property `level`, one level below it; `level+title` → the same below a `title` only. */
export function readHeading(heading: string): {
  readonly property: string;
  readonly below: number;
  readonly title?: string;
} {
  const [property = '', below = '0'] = heading.split('+');
  return /^\d*$/.test(below) ? { property, below: Number(below) } : { property, below: 1, title: below };
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
    value,
  );
}

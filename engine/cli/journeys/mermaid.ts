/** Text between quotes of a diagram: what the notation would take for its own stands as an entity. */
export function quoted(text: string): string {
  return text.replaceAll('#', '#35;').replaceAll('"', '#quot;').replaceAll('<', '#lt;').replaceAll('>', '#gt;');
}

/** Text behind a colon, or the description of a state, where the notation knows neither quotes nor entities. */
export function toDiagramText(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} .,()×_/-]/gu, ' ');
}

/** Arrows with all that is said of one way from here to there, in the order in which it was said first. */
export class Arrows {
  readonly #labels = new Map<string, { readonly from: string; readonly to: string; readonly labels: Set<string> }>();

  add(from: string, to: string, label: string): void {
    const key = `${from} ${to}`;
    const arrow = this.#labels.get(key) ?? { from, to, labels: new Set<string>() };
    arrow.labels.add(label);
    this.#labels.set(key, arrow);
  }

  /** One line per arrow; several labels of one arrow are below each other, each made harmless for its place. */
  lines(
    escape: (label: string) => string,
    write: (from: string, to: string, label: string) => string,
  ): readonly string[] {
    return [...this.#labels.values()].map(({ from, to, labels }) =>
      write(from, to, [...labels].map(escape).join('<br>')),
    );
  }
}

/** Ids of a diagram for names that hold anything: `s0`, `s1` … in the order in which they are asked for. */
export class Nodes {
  readonly #ids = new Map<string, string>();
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  id(name: string): string {
    const id = this.#ids.get(name) ?? `${this.#prefix}${this.#ids.size}`;
    this.#ids.set(name, id);
    return id;
  }

  /** All of them, by name. */
  get all(): ReadonlyMap<string, string> {
    return this.#ids;
  }
}

/** How often a way was walked, behind its label. */
export function counted(label: string, count: number | undefined): string {
  return count === undefined ? label : `${label} (×${count})`;
}

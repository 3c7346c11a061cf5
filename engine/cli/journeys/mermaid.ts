/** Escapes a quoted text of a diagram with entities. */
export function escapeQuoted(text: string): string {
  return text.replaceAll('#', '#35;').replaceAll('"', '#quot;').replaceAll('<', '#lt;').replaceAll('>', '#gt;');
}

/** Escapes a text after a colon or the description of a state, where Mermaid supports neither quotes nor entities. */
export function toDiagramText(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} .,()×_/-]/gu, ' ');
}

/** Arrows of a diagram, with all labels between the same nodes, in order of insertion. */
export class Arrows {
  readonly #labels = new Map<string, { readonly from: string; readonly to: string; readonly labels: Set<string> }>();

  add(from: string, to: string, label: string): void {
    const key = `${from} ${to}`;
    const arrow = this.#labels.get(key) ?? { from, to, labels: new Set<string>() };
    arrow.labels.add(label);
    this.#labels.set(key, arrow);
  }

  /** One line per arrow, with labels on separate lines, escaped by `label`. */
  lines(
    escape: (label: string) => string,
    write: (from: string, to: string, label: string) => string,
  ): readonly string[] {
    return [...this.#labels.values()].map(({ from, to, labels }) =>
      write(from, to, [...labels].map(escape).join('<br>')),
    );
  }
}

/** Node ids of a diagram for arbitrary names: `s0`, `s1` … in order of first use. */
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

  /** All ids by name. */
  get all(): ReadonlyMap<string, string> {
    return this.#ids;
  }
}

/** Appends the number of walks to a label. */
export function appendCount(label: string, count: number | undefined): string {
  return count === undefined ? label : `${label} (×${count})`;
}

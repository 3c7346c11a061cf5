/** What a page's own explanation (`?debug=open`) says was decided. */
export interface Decided {
  readonly document: string;
  /** Variations that were applied, by document id. */
  readonly variants: readonly string[];
  readonly facets: Readonly<Record<string, string>>;
}

/** Every value that each facet can have. A facet that is missing here would be untested, and is reported. */
const values: Readonly<Record<string, readonly string[]>> = {
  inviter: ['unknown', 'known'],
  code: ['unknown', 'known'],
  refusal: ['invalid', 'expired', 'exhausted'],
  registration: ['none', 'finished'],
  activation: ['invalid', 'failed'],
  waitingList: ['none', 'joined'],
  preferences: ['open', 'named'],
  product: ['none', 'asked'],
  consent: ['unknown', 'refused', 'granted'],
  login: ['link', 'automatic'],
  webView: ['no', 'yes'],
};

/** Values that no visitor can be shown, with the reason. */
const unreachable: readonly { readonly document: RegExp; readonly value: RegExp; readonly because: string }[] = [
  {
    document: /^pages\//,
    value: /^(?:code|inviter) = known$/,
    because: 'Only landings and addresses that are codes read a code.',
  },
];

/** `null` when a page has no explanation. */
export function decidedIn(html: string): Decided | null {
  const document = /<i>Document<\/i> <b>([^<]+)<\/b>/.exec(html)?.[1];
  if (document === undefined) return null;
  const row = (name: string): string => new RegExp(`<dt>${name}</dt><dd>([^<]*)</dd>`).exec(html)?.[1] ?? '';
  const facets = row('Facets');
  const variant = row('Variant');
  return {
    document,
    variants: variant === '' || variant === 'none' ? [] : variant.split(', '),
    facets:
      facets === '' || facets === 'none'
        ? {}
        : Object.fromEntries(facets.split(', ').map((pair) => pair.split(' = ').map((part) => part.trim()))),
  };
}

/** Keeps account of what was shown, and says at the end what was not. */
export class Coverage {
  readonly #shown = new Map<string, Map<string, Set<string>>>();

  add({ document, variants, facets }: Decided): void {
    for (const id of [document, ...variants]) {
      const seen = this.#shown.get(id) ?? new Map<string, Set<string>>();
      this.#shown.set(id, seen);
      for (const [facet, value] of Object.entries(facets)) seen.set(facet, (seen.get(facet) ?? new Set()).add(value));
    }
  }

  /** @param windows States that a window's facet may have had over all moments, such as `['open', 'after']`. */
  missing(documents: Iterable<string>): string[] {
    return [...documents].flatMap((id) => {
      const seen = this.#shown.get(id);
      if (seen === undefined) return [`The document "${id}" was never shown.`];
      return [...seen].flatMap(([facet, reached]) => listMissing(id, facet, reached));
    });
  }
}

function listMissing(id: string, facet: string, reached: ReadonlySet<string>): string[] {
  // A window may be open from the start or to the end, and a document closes with its own.
  const possible = facet.startsWith('window:') ? ['open'] : values[facet];
  if (possible === undefined) return [`The facet "${facet}" of "${id}" is not known to the recorder.`];
  return possible
    .filter((value) => !reached.has(value))
    .filter((value) => !unreachable.some((each) => each.document.test(id) && each.value.test(`${facet} = ${value}`)))
    .map((value) => `"${id}" was never shown with "${facet}" = "${value}".`);
}

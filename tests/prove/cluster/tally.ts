/** What visitors met while one event lasted; an answer counts for the event in which its request was sent. */
export class Tally {
  readonly event: string;
  pages = 0;
  codePages = 0;
  forms = 0;
  /** Asked to come back, with everything that was typed, because the database did not answer (docs/operations.md, "Limits"). */
  askedBack = 0;
  /** Milliseconds. */
  slowest = 0;
  readonly failed = new Map<string, number>();

  constructor(event: string) {
    this.event = event;
  }

  fail(what: string): void {
    this.failed.set(what, (this.failed.get(what) ?? 0) + 1);
  }

  get requests(): number {
    return this.pages + this.codePages + this.forms;
  }

  get failures(): number {
    return [...this.failed.values()].reduce((one, other) => one + other, 0);
  }
}

/** One tally for all rounds of an event, in the order in which the events came first. */
export function joined(tallies: readonly Tally[]): readonly Tally[] {
  return [...Map.groupBy(tallies, ({ event }) => event)].map(([event, rounds]) => {
    const sum = new Tally(event);
    for (const each of rounds) {
      sum.pages += each.pages;
      sum.codePages += each.codePages;
      sum.forms += each.forms;
      sum.askedBack += each.askedBack;
      sum.slowest = Math.max(sum.slowest, each.slowest);
      for (const [what, times] of each.failed) sum.failed.set(what, (sum.failed.get(what) ?? 0) + times);
    }
    return sum;
  });
}

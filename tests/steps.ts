/** One group of `npm test`. */
export interface Step {
  readonly title: string;
  /** Node or a program of a package, see `resolveProgram`, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** What a person does when this step fails. */
  readonly advice: string;
  /**
   * Seconds that the step may take on an idle machine of two cores, in a fresh clone, beside others of its kind; a step beyond its
   * budget is named at the end of a run and fails nothing.
   */
  readonly budget: number;
  /** The step writes Vitest's JSON report, which counts single tests. */
  readonly counted?: boolean;
  /** The step runs beside another one of its kind, before all others. */
  readonly usesOneCore?: true;
}

/** Seconds that a whole run may take on an idle machine of two cores. */
export const TOGETHER = 900;

/** What `npm test` runs, in this order. */
export const steps: readonly Step[] = [
  {
    title: 'Generated files are fresh',
    command: ['node', 'engine/cli/main.ts', 'gen', '--check'],
    advice: 'Run "npm run gen" and commit what changes in schemas/generated/.',
    budget: 8,
    usesOneCore: true,
  },
  {
    title: 'Types',
    // Four checkers, as by default, each compute what others have computed, too: a third of the processor time.
    command: ['tsc', '--noEmit', '--checkers', '1'],
    advice: 'Fix the types named above; "npm run typecheck" repeats this step.',
    budget: 20,
    usesOneCore: true,
  },
  {
    title: 'Lint',
    command: ['oxlint'],
    advice: 'Fix the lines named above; "npm run lint -- --fix" does the safe part of it.',
    budget: 6,
    usesOneCore: true,
  },
  {
    title: 'Format',
    command: ['oxfmt', '--check'],
    advice: 'Run "npm run format".',
    budget: 3,
    usesOneCore: true,
  },
  {
    title: 'Boundaries',
    command: ['node', 'tests/boundaries/main.ts'],
    advice: 'Follow the way out named above; docs/architecture.md has the table of modules.',
    budget: 16,
    usesOneCore: true,
  },
  {
    title: 'Dead code',
    command: ['knip'],
    advice: 'Delete what nothing uses, or use it; "npm run dead" repeats this step.',
    budget: 8,
  },
  {
    title: 'Documents',
    command: ['node', 'engine/cli/main.ts', 'check'],
    advice: 'Fix the documents at the positions named above; "npm run check -- --fix" does what is safe.',
    budget: 3,
  },
  {
    title: 'Unit and contract tests',
    command: ['vitest', 'run', '--project', 'unit', '--project', 'unit-alone'],
    advice: 'Run the file named above alone: "npx vitest run <file>".',
    budget: 315,
    counted: true,
  },
  {
    title: 'Build',
    command: ['node', 'commands/build.ts'],
    advice: 'Run "npm run build" and follow its message.',
    budget: 90,
  },
  {
    title: 'Browser tests',
    command: ['vitest', 'run', '--project', 'e2e'],
    advice: 'Run the file named above alone: "npx vitest run --project e2e <file>" (it needs "npm run build" first).',
    budget: 450,
    counted: true,
  },
];

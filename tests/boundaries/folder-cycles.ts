/** A module and what it imports, as paths from the project's root. */
interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

interface Step {
  readonly from: string;
  readonly to: string;
  /** One import that makes the step. */
  readonly because: string;
}

/**
 * One finding for each folder of a module of the server that imports its way back to itself. A folder is what is first inside a
 * module, with everything below it; a file beside the folders stands for itself, because a module opens with its ports, which all
 * folders import, and closes with its index, which imports them all. (The folder scope of dependency-cruiser takes every folder
 * for a part of those above it, so that the two would be a cycle.) Types count: they tie folders together as values do.
 */
export function folderCycles(modules: readonly Module[]): readonly string[] {
  const steps = stepsBetweenPlaces(modules);
  const findings: string[] = [];
  const reported = new Set<string>();
  for (const place of [...steps.keys()].toSorted()) {
    const cycle = reported.has(place) ? null : shortestWayBack(place, steps);
    if (cycle === null) continue;
    for (const { from } of cycle) reported.add(from);
    findings.push(describe(cycle));
  }
  return findings;
}

function describe(cycle: readonly Step[]): string {
  const way = [...cycle.map(({ from }) => from), cycle[0]?.from].join(' → ');
  const imports = cycle.map(({ because }) => `  ${because}`).join('\n');
  return `${way}\n  Folders of a module must not import each other in a cycle. Move what both need into a folder of its own, or hand it over as an argument.\n${imports}`;
}

/** `server/platform/mail` or `journeys/registration/members/register` for what is in it, the file's own path for a file that stands beside the folders of its module. */
function findPlace(path: string): string | null {
  const parts = path.split('/');
  if (/^journeys\/[^/]+\/(?:members|admin)\//.test(path)) return parts.slice(0, 4).join('/');
  if (parts[0] !== 'server' || parts.length < 3) return null;
  return parts.slice(0, /^server\/(?:http\/routes|admin\/pages)\//.test(path) ? 4 : 3).join('/');
}

function stepsBetweenPlaces(modules: readonly Module[]): ReadonlyMap<string, readonly Step[]> {
  const steps = new Map<string, Map<string, Step>>();
  for (const { source, dependencies } of modules) {
    const from = findPlace(source);
    // Tests may combine modules.
    if (from === null || /\.test\.tsx?$/.test(source)) continue;
    for (const { resolved } of dependencies) {
      const to = findPlace(resolved);
      if (to === null || to === from) continue;
      const own = steps.get(from) ?? new Map<string, Step>();
      steps.set(from, own.set(to, own.get(to) ?? { from, to, because: `${source} → ${resolved}` }));
    }
  }
  return new Map([...steps].map(([from, own]) => [from, [...own.values()]]));
}

/** Breadth first, so that the cycle that is reported is the smallest one. */
function shortestWayBack(start: string, steps: ReadonlyMap<string, readonly Step[]>): readonly Step[] | null {
  const ways = new Map<string, readonly Step[]>([[start, []]]);
  for (const [place, way] of ways) {
    for (const step of steps.get(place) ?? []) {
      if (step.to === start) return [...way, step];
      if (!ways.has(step.to)) ways.set(step.to, [...way, step]);
    }
  }
  return null;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { knownJourneys } from '#engine/documents/journey-checks/checked-journey.ts';
import { type Changes, checkSmall } from './small-project.ts';

/** What stands beside the small project to make a journey of it: pages of a registration and its document. */
export const journeyRoot = 'tests/invalid-projects/journey';

/** Texts of forms and refusals, which are the site's own. */
export const journeyTexts = 'locales/*/{errors,refusals}.json';

export const journeyFile = 'pages-config/journeys/registration.json';

/** Whether the project has a registration: the engine passes its tests without any journey, too. */
export const hasRegistration = Object.hasOwn(knownJourneys, 'registration');

function filesIn(root: string, pattern: string): ReadonlyMap<string, string> {
  const files = listPaths(root, pattern);
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

const files: ReadonlyMap<string, string> = new Map([
  ...filesIn(journeyRoot, '**/*.json'),
  ...filesIn('.', journeyTexts),
]);

/** One edit of the journey's project: text that appears once in a file, and what takes its place. */
export type Edit = readonly [file: string, find: string, write: string];

const labels: Readonly<Record<string, string>> = {
  gender: 'site.about',
  firstName: 'site.login',
  lastName: 'site.join',
  email: 'landing.title',
  country: 'landing.hero',
  code: 'landing.summer',
  terms: 'landing.steps',
};

/** A field of a form as the pages of the journey write it: each has a label of its own. */
export const writeField = (name: string): string =>
  `{ "name": "${name}", "label": "${labels[name] ?? 'landing.description'}" }`;

/** The document of the journey, as it is written. */
export function journeyText(): string {
  return files.get(journeyFile) ?? '';
}

/** Findings of the journey's project after these edits. */
export const findJourneyMistakes = (...edits: readonly Edit[]): readonly Finding[] => findMistakesWith({}, ...edits);

/** The same with further files. */
export function findMistakesWith(added: Changes, ...edits: readonly Edit[]): readonly Finding[] {
  const changed = new Map(files);
  for (const [file, find, write] of edits) {
    const before = changed.get(file) ?? '';
    if (before.split(find).length !== 2) throw new Error(`${find} is not once in ${file}.`);
    changed.set(
      file,
      before.replace(find, () => write),
    );
  }
  return checkSmall({ ...Object.fromEntries(changed), ...added });
}

/** As `rule path` in the journey's document, or `rule file path` elsewhere, after edits of the document. */
export function listShortFindings(...edits: readonly (readonly [find: string, write: string])[]): string[] {
  return findJourneyMistakes(...edits.map(([find, write]): Edit => [journeyFile, find, write])).map(
    ({ rule, file, path }) => `${rule} ${file === journeyFile ? '' : `${file} `}${path}`,
  );
}

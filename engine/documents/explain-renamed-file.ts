import type { MissingName } from './finding-draft.ts';

/** The file of the document or image that seems to have the name now. */
export function explainRenamedFile(before: string, now: string): NonNullable<MissingName['cause']> {
  const toFile = (name: string): string => (name.startsWith('images/') ? name : `pages-config/${name}.json`);
  return {
    location: { file: toFile(now), path: [] },
    message: `Many places name "${before}", which does not exist, and this file has a similar name. Call it "${toFile(before)}" again, or change these places.`,
  };
}

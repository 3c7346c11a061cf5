import { expect } from 'vitest';
import type { bench } from './backend.ts';
import { publishedProject } from './published-project.ts';

export const TEXTS = 'locales/en/landing.json';
export const actor = 'author-1';

/** A backend with the small project, and short ways to change its files and to publish them. */
export function publishingOn(start: ReturnType<typeof bench>['start']) {
  return async (where: Parameters<typeof start>[0] = {}, files = publishedProject()) => {
    const backend = await start({ ...where, project: files });
    const { publications } = backend;
    const read = async (path: string) => (await publications.readContent()).get(path) ?? null;
    const built = (await files.files()).get(TEXTS) ?? '';
    const text = (hero: string) => built.replace('Come in', hero);
    const makeDraft = async (changes: Readonly<Record<string, string | null>>) => {
      const { id } = await publications.createDraft({ name: 'Summer', actor });
      const edits = Object.entries(changes).map(([path, content]) => ({ path, content, version: 0 }));
      expect(await publications.saveFiles({ draft: id, files: edits, actor })).toEqual({ code: 'SAVED' });
      return id;
    };
    const publish = (draft: string, request: Partial<Parameters<typeof publications.publish>[0]> = {}) =>
      publications.publish({ draft, note: 'New hero', goesLiveAt: null, actor, key: draft, ...request });
    const put = async (
      changes: Readonly<Record<string, string | null>>,
      goesLiveAt: number | null = null,
      overrideScheduled: readonly number[] = [],
    ) => publish(await makeDraft(changes), { goesLiveAt, overrideScheduled });
    return { ...backend, files, publications, read, text, built, makeDraft, publish, put };
  };
}

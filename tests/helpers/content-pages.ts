import type { FieldView } from '#engine/shared/data-view.ts';
import type { BackendOptions } from '#server/app/backend.ts';
import type { Uploads } from '#server/site/uploads/uploads.ts';
import type { StaffGroup } from '#server/staff/permissions.ts';
import { findFormView, send, signedIn, readView } from './admin-visitor.ts';
import type { bench } from './backend.ts';
import type { Answer, TestVisitor } from './plain-server.ts';
import { projectSite } from './project-site.ts';
import { publishedProject } from './published-project.ts';
import { serveSite, testSettings } from './site-server.ts';
import type { Changes } from './small-project.ts';

/** A landing of the small project whose texts tests change. */
export const LANDING = 'landings/default';

/** Texts of all tables of a page, by row; what changed as before and after. */
export const listTables = (answer: Answer): readonly (readonly (readonly string[])[])[] =>
  readView(answer).sections.flatMap((section) =>
    section.kind === 'table'
      ? [
          section.table.rows.map(({ cells }) =>
            cells.map(({ text, change }) => (change ? `${change.was.text} → ${change.is.text}` : text)),
          ),
        ]
      : [],
  );
/** Titles of the items of a page, such as those of the start page. */
export const listItems = (answer: Answer): readonly string[] =>
  readView(answer).sections.flatMap((section) =>
    section.kind === 'items' ? section.items.map(({ title }) => title) : [],
  );

export const findField = (answer: Answer, form: string, find: (field: FieldView) => boolean): FieldView | undefined =>
  findFormView(answer, form).fields.find(find);

/** A server with the small project as its published content, and a publisher who is signed in; admin pages about experiments know `documents`, none when left out. */
export async function serveContent(
  start: ReturnType<typeof bench>['start'],
  changes: Changes,
  options: Pick<BackendOptions, 'documents' | 'settings'> = {},
) {
  const site = await projectSite();
  let uploads: Uploads | null = null;
  const project = publishedProject(changes, async (overlays) => (await uploads?.mentionedIn(overlays)) ?? []);
  const backend = await start({ project, ...options });
  uploads = backend.uploads;
  const server = await serveSite({ site, backend, settings: testSettings() });
  const { publications } = backend;
  const signIn = (group: StaffGroup) => signedIn(server, backend, group);
  const { visitor, id } = await signIn('publisher');
  /** Follows the redirect of a form. */
  const sent = async (by: TestVisitor, ...[form, typed]: [Parameters<typeof send>[1], Parameters<typeof send>[2]?]) => {
    const answer = await send(by, form, typed);
    return answer.location === null ? answer : by.get(answer.location);
  };
  const makeDraft = async (name = 'Spring') => (await publications.createDraft({ name, actor: id })).id;
  const page = (draft: string, more = '', by = visitor) =>
    by.get(`/admin/content?document=${LANDING}&draft=${draft}${more}`);
  const hero = (draft: string, by = visitor) => page(draft, '&block=hero', by);
  const live = async (path: string) => (await publications.readContent()).get(path);
  const inDraft = async (draft: string, path: string) => (await publications.readContent(draft)).get(path) ?? '';
  const stranger = server.visitor();
  return { backend, publications, visitor, stranger, id, signIn, sent, makeDraft, page, hero, live, inDraft };
}

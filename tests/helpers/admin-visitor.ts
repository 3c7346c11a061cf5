import type { DataView, FormView, SectionView } from '#engine/shared/data-view.ts';
import type { Backend } from '#server/app/backend.ts';
import type { StaffGroup } from '#server/staff/permissions.ts';
import type { Answer, TestServer, TestVisitor } from './plain-server.ts';

export const PASSWORD = 'a long password for tests';

/** What the page shows; what is previewed comes before the form that confirms it. */
export const readView = ({ data }: Pick<Answer, 'data'>): DataView => {
  const view = data['view'];
  if (view === undefined || view === null) throw new Error('The page shows no data.');
  const { sections, ...rest } = view as DataView;
  return { ...rest, sections: sections.flatMap((section) => (isPreview(section) ? flatten(section) : [section])) };
};

const isPreview = (section: SectionView): boolean => section.kind === 'pair' && section.isAside === true;

/** A section, or those inside it. */
export const flatten = (section: SectionView): readonly SectionView[] =>
  section.kind === 'pair' || section.kind === 'stack' || section.kind === 'step'
    ? section.sections.flatMap(flatten)
    : [section];

/** Forms of a view, those in rows of its lists included. */
export function listForms({ sections }: DataView): readonly FormView[] {
  return sections.flatMap(flatten).flatMap((section) => {
    if (section.kind === 'form') return [section.form];
    if (section.kind === 'actions') return section.actions.map(({ form }) => form);
    if (section.kind === 'verdict') return section.verdict.form ?? [];
    if (section.kind !== 'table') return [];
    const { rows, chosen } = section.table;
    return [...rows.flatMap(({ cells }) => cells.flatMap(({ forms = [] }) => forms)), ...(chosen ? [chosen] : [])];
  });
}

/** The form of an action on a page. */
export function findFormView(answer: Pick<Answer, 'data'>, id: string): FormView {
  const forms = listForms(readView(answer));
  const form = forms.find((each) => each.id === id);
  if (form === undefined) throw new Error(`There is no form "${id}", only ${forms.map((each) => each.id).join(', ')}.`);
  return form;
}

export const listNotes = (answer: Pick<Answer, 'data'>): readonly string[] =>
  readView(answer).sections.flatMap((section) => (section.kind === 'note' ? [section.title] : []));

export const findTable = (answer: Pick<Answer, 'data'>): Extract<SectionView, { kind: 'table' }>['table'] => {
  const found = readView(answer)
    .sections.flatMap(flatten)
    .find((section) => section.kind === 'table');
  if (found === undefined) throw new Error('The page shows no list.');
  return found.table;
};

/** Sends a form as it was shown, with typed values. */
export const send = (
  visitor: TestVisitor,
  { action, hidden, multipart = false }: FormView,
  typed: Readonly<Record<string, string | File>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => {
  const [, prefix = '', useCase = ''] = /^(\/[a-z]{2})?\/do\/(.*)$/.exec(action) ?? [];
  const fields = new FormData();
  for (const [name, value] of Object.entries({ ...hidden, ...typed })) fields.append(name, value);
  const texts = [...fields].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  return visitor.submit(useCase, multipart ? fields : new URLSearchParams(texts), prefix || '/', headers);
};

/** Signs in where a form led to whose session had ended, and opens what comes after it. */
export async function signInAt(visitor: TestVisitor, location: string | null, email: string) {
  const page = await visitor.get(location ?? '');
  const answer = await send(visitor, findFormView(page, 'sign-in'), { email, password: PASSWORD });
  return { page, to: answer.location ?? '', shown: await visitor.get(answer.location ?? '') };
}

/** A staff user, signed in at a server. */
export async function signedIn(
  server: TestServer,
  backend: Pick<Backend, 'staff'>,
  group: StaffGroup,
): Promise<{ readonly visitor: TestVisitor; readonly id: string }> {
  const email = `${group}@example.com`;
  const made = await backend.staff.createAdmin({ email, name: group, password: PASSWORD, group });
  const visitor = server.visitor();
  const answer = await send(visitor, findFormView(await visitor.get('/admin/signin'), 'sign-in'), {
    email,
    password: PASSWORD,
  });
  if (answer.status !== 303) throw new Error(`Signing in was answered with ${answer.status}.`);
  const admins = await backend.staff.listAdmins();
  const id = made.outcome === 'created' ? made.admin.id : admins.find((admin) => admin.email === email)?.id;
  return { visitor, id: id ?? '' };
}

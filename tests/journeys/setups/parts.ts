import { planDocument } from '#engine/decide/plan.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { type Fields, mistakesIn } from '../fields.ts';
import type { Person, Place, Sent } from '../person.ts';
import { withoutTransition } from '../without-transition.ts';
import type { Arrangement, Reached } from '../walk.ts';

/** What is needed before a form can be sent. */
export type Begin = (person: Person) => Promise<{ readonly fields?: Fields; readonly place?: Place }>;

const nothing: Begin = async () => ({});

/** Each field that may not be empty left empty, one at a time. */
export function mistaken(useCase: string, form: FormName, begin: Begin = nothing, from?: string): Arrangement[] {
  return mistakesIn(form).map(({ field, message }) => ({
    useCase,
    outcome: 'invalid',
    by: `leaving out ${field} in ${form}`,
    ...(from !== undefined && { from: [from] }),
    async arrange(person) {
      const { fields = {}, place } = await begin(person);
      const sent = await person.send(form, { ...person.filled(form, fields), [field]: '' }, place);
      return { sent, wrong: { [field]: message } };
    },
  }));
}

/** The form sent too often. */
export function tooOften(useCase: string, form: FormName, begin: Begin = nothing): Arrangement {
  return {
    useCase,
    outcome: 'too-many-requests',
    by: `sending ${form} too often`,
    async arrange(person) {
      const { fields = {}, place } = await begin(person);
      return { sent: await person.insist(form, person.filled(form, fields), place) };
    },
  };
}

/** The form sent to a site whose document has become one without a transition. */
export function notPossible(
  useCase: string,
  form: FormName,
  [machine, event]: readonly [string, string],
  begin: Begin = nothing,
): Arrangement {
  return {
    useCase,
    outcome: 'not-possible',
    by: `sending ${form} where ${machine} has no ${event}`,
    async arrange(person) {
      const { fields = {}, place } = await begin(person);
      return withoutTransition(person.stage, machine, event, async () => ({
        sent: await person.send(form, person.filled(form, fields), place),
      }));
    },
  };
}

/** A page without guards that shows a form. */
export function openPageWith(person: Person, form: FormName, facet?: string): Place {
  const { site } = person.stage;
  const paths = createRouteTable(site).paths;
  const found = [...site.documents.values()].find(
    (each) =>
      paths.has(each.id) &&
      each.guards.every(({ name }) => name === 'locale' || name === 'forbidden-referrer') &&
      (facet === undefined || each.facets.includes(facet)) &&
      planDocument(each, site).forms.has(form),
  );
  if (found === undefined) throw new Error(`No page that everybody may see shows the form "${form}".`);
  return { document: found.id };
}

/** A landing with an address, other than the one of everybody. */
export function anyLanding(person: Person): DocumentId {
  const { site } = person.stage;
  const found = [...site.documents.values()].find(
    ({ id, kind }) => kind === 'landing' && id !== 'landings/default' && createRouteTable(site).paths.has(id),
  );
  if (found === undefined) throw new Error('The project has one landing only.');
  return found.id;
}

/** Until `act` is done, the members answer a question in another way. */
export async function answeringInstead<Result>(
  { stage: { members } }: Person,
  question: string,
  answer: () => Promise<unknown>,
  act: () => Promise<Result>,
): Promise<Result> {
  const usual = members[question];
  members[question] = answer;
  try {
    return await act();
  } finally {
    members[question] = usual;
  }
}

/** No lookup is answered in time. */
export const outage = (): Promise<never> => Promise.reject(new Error('The database is out.'));

export function reached(sent: Sent, more: Omit<Reached, 'sent'> = {}): Reached {
  return { sent, ...more };
}

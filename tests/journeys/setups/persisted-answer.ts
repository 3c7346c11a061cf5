import type { Fields } from '../fields.ts';
import type { Person, Place, Sent } from '../person.ts';

/** Registers as a program does, twice with one key and another name: where the second answer leads. */
export async function persistedAnswer(person: Person, form: Fields, place: Place): Promise<Sent> {
  const { newsletter: _newsletter, terms: _terms, ...typed } = form;
  const idempotencyKey = `walk-${person.id}`;
  const send = async (firstName: string) => {
    const input = { ...typed, firstName, newsletter: false, terms: true };
    const variables = { input, locale: 'de', document: place.document, idempotencyKey };
    const { register } = await person.visitor.operate('register', variables, person.address(place));
    return register as { readonly next: { readonly goTo: string | null } };
  };
  await send('Anna');
  const { next } = await send('Marie');
  const answer = {
    status: 303,
    location: next.goTo,
    headers: new Headers(),
    body: '',
    document: null,
    facets: {},
    data: {},
    form: {},
    value: () => null,
  };
  return { form: 'registration', fields: form, place, answer };
}

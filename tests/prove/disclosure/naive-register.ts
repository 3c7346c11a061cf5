import type { Backend } from '#server/app/backend.ts';

/** The naive control: the answer is the same, and leaves as soon as it is known. */
export async function naiveRegister({ ports, members }: Backend, email: string): Promise<'registered'> {
  const account = await ports.database.db
    .selectFrom('members')
    .select('id')
    .where('email_canonical', '=', email)
    .executeTakeFirst();
  if (account !== undefined) return 'registered';
  await members.register({
    form: {
      gender: 'woman',
      firstName: 'Marie',
      lastName: 'Curie',
      email,
      country: 'FR',
      terms: true,
      code: 'OTHER-99',
    },
    locale: 'en',
    newsletter: { text: '', version: '' },
    network: email,
  });
  return 'registered';
}

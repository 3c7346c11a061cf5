/** Fields of the form of a registration as a browser sends them. */
export const marie = {
  gender: 'woman',
  firstName: 'Marie',
  lastName: 'Curie',
  email: 'marie@example.com',
  country: 'FR',
  terms: 'on',
  code: 'PLACES',
} as const;

/** Values that are unique to the form: logging or sending one of them is a leak. */
export const canary = {
  ...marie,
  firstName: 'Canarietta',
  lastName: 'Zwitscher',
  email: 'canary@example.com',
  code: 'CANARY-7',
} as const;

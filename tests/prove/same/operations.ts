/** Documents that API clients send, written once more as such clients hold them: the tree under test has no say in them. */
const outcome = 'code errors { field message text(locale: de) } retryAfterSeconds';

export const documents = {
  code: `query($code: String!, $time: String, $stored: StoredReferral) { registrationCodeDetails(registrationCode: $code, validityTimestamp: $time, storedReferral: $stored) { errors errorDetails { error message(locale: de) } code landing invitorName countryOptions { dataPolicyPkString isoCode termsPkString } } }`,
  country: '{ countryDetails { country } }',
  register: `mutation($input: RegistrationInput!, $locale: Locale!, $document: ID, $stored: StoredReferral, $key: String) { register(input: $input, locale: $locale, document: $document, storedReferral: $stored, idempotencyKey: $key) { ${outcome} email refusal lobbyToken } }`,
  changeEmail: `mutation($email: String!, $key: String) { changeEmail(email: $email, idempotencyKey: $key) { ${outcome} email } }`,
  resend: 'mutation($key: String) { resendActivation(idempotencyKey: $key) { code retryAfterSeconds } }',
  activate:
    'mutation($token: String!, $key: String) { activate(token: $token, idempotencyKey: $key) { code voucher { code percent validUntil minimumOrder { amount currency } } retryAfterSeconds } }',
  join: 'mutation($token: String!, $country: String, $locale: Locale!, $key: String) { joinWaitingList(token: $token, country: $country, locale: $locale, idempotencyKey: $key) { code email retryAfterSeconds } }',
  apply: `mutation($email: String!, $country: String, $locale: Locale!, $key: String) { applyForMembership(email: $email, country: $country, locale: $locale, idempotencyKey: $key) { ${outcome} email } }`,
  preferences: `mutation($token: String!, $preferences: [String!]!, $key: String) { setPreferences(token: $token, preferences: $preferences, idempotencyKey: $key) { ${outcome} } }`,
  signIn:
    'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { code name token expiresAt retryAfterSeconds } }',
  signOut: 'mutation { signOut { code } }',
  link: `mutation($code: String!, $key: String!) { generateRegistrationLink(registrationCode: $code, idempotencyKey: $key) { ${outcome} link { code validityTimestamp url expiresAt } refusal } }`,
  status: 'subscription { registrationStatus { state email } }',
} as const;

export type DocumentName = keyof typeof documents;

export const abuse: Readonly<Record<string, string>> = {
  'too many aliases': JSON.stringify({
    query: `{ ${Array.from({ length: 16 }, (_, i) => `a${i}: countryDetails { country }`).join(' ')} }`,
  }),
  'too deep': JSON.stringify({ query: `${'{ a '.repeat(9)}${'}'.repeat(9)}` }),
  'too many fields': JSON.stringify({ query: `{ ${'__typename '.repeat(300)} }` }),
  'too many tokens': JSON.stringify({ query: `{ a(b: [${'1 '.repeat(1_001)}]) }` }),
  'too large': JSON.stringify({ query: `{ countryDetails { country } } #${'x'.repeat(40_000)}` }),
  'a batch': '[{"query":"{ __typename }"},{"query":"{ __typename }"}]',
  'a circle': JSON.stringify({ query: '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }' }),
  'too many directives': JSON.stringify({ query: `{ __typename ${'@skip(if: false) '.repeat(21)} }` }),
  'no JSON': '{"query":',
  nothing: '{}',
  'an unknown field': JSON.stringify({ query: '{ countryDetail { country } }' }),
  'an unknown argument': JSON.stringify({ query: '{ registrationCodeDetails(registrationCod: "X") { errors } }' }),
  introspection: JSON.stringify({ query: '{ __schema { types { name } } }' }),
  'a subscription over HTTP': JSON.stringify({ query: documents.status }),
  'an unknown id': JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
};

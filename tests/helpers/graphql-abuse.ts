interface Abuse {
  readonly name: string;
  readonly body: string;
  /** Status of the refusal. */
  readonly status: 400 | 413;
}

const repeat = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join(' ');
const document = (query: string, variables?: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ query, variables });

const details = 'registrationCodeDetails(registrationCode: "X")';

/** Each fragment spreads the next one twice: written short, executed 2^n times. */
const doubling = (levels: number): string =>
  `{ ${details} { ...f0 } } ${repeat(
    levels,
    (index) => `fragment f${index} on RegistrationCodeDetails { ...f${index + 1} ...f${index + 1} }`,
  )} fragment f${levels} on RegistrationCodeDetails { invitorName }`;

/** Requests that try to cost the server more than they cost their sender. */
export const abuse: readonly Abuse[] = [
  { name: '10,000 aliases', body: document(`{ ${repeat(10_000, (i) => `a${i}: __typename`)} }`), status: 413 },
  {
    name: '1,000 aliases in less than 32 kB',
    body: document(`{ ${repeat(1_000, (i) => `a${i}: __typename`)} }`),
    status: 400,
  },
  { name: '16 aliases', body: document(`{ ${repeat(16, (i) => `a${i}: countryDetails { country }`)} }`), status: 400 },
  { name: 'depth 200', body: document(`${'{ a '.repeat(200)}${'}'.repeat(200)}`), status: 400 },
  { name: 'depth 9', body: document(`${'{ a '.repeat(9)}${'}'.repeat(9)}`), status: 400 },
  {
    name: 'depth 10 through inline fragments and fragments',
    body: document(
      `{ ...a } fragment a on Query { x { ...b } } fragment b on Query { ${'x { ... { '.repeat(9)}y${' } }'.repeat(9)} }`,
    ),
    status: 400,
  },
  { name: '1 MB', body: document(`{ countryDetails { country } } #${'x'.repeat(1_000_000)}`), status: 413 },
  { name: '1 MB of variables', body: document('{ __typename }', { x: 'x'.repeat(1_000_000) }), status: 413 },
  { name: 'a batch of two', body: `[${document('{ __typename }')},${document('{ __typename }')}]`, status: 400 },
  { name: 'a batch of 1,000', body: `[${repeat(1_000, () => '{"query":"{a}"}').replaceAll(' ', ',')}]`, status: 400 },
  {
    name: 'a fragment that contains itself',
    body: document('{ ...a } fragment a on Query { ...a }'),
    status: 400,
  },
  {
    name: 'fragments in a circle',
    body: document('{ ...a } fragment a on Query { ...b } fragment b on Query { ...c } fragment c on Query { ...a }'),
    status: 400,
  },
  { name: 'fragments that double twenty times', body: document(doubling(20)), status: 400 },
  { name: '21 directives', body: document(`{ __typename ${'@skip(if: false) '.repeat(21)} }`), status: 400 },
  { name: '500 unknown directives', body: document(`{ __typename ${'@x '.repeat(500)} }`), status: 400 },
  { name: '300 fields', body: document(`{ ${'__typename '.repeat(300)} }`), status: 400 },
  { name: '1,001 tokens of one list', body: document(`{ a(b: [${'1 '.repeat(1_001)}]) }`), status: 400 },
  { name: 'deeply nested lists', body: document(`{ a(b: ${'['.repeat(5_000)}${']'.repeat(5_000)}) }`), status: 400 },
  {
    name: '40 operations in one document',
    body: JSON.stringify({
      query: repeat(40, (i) => `query q${i} { ${'__typename '.repeat(10)} }`),
      operationName: 'q1',
    }),
    status: 400,
  },
  { name: 'JSON nested 10,000 deep', body: `${'['.repeat(10_000)}${']'.repeat(10_000)}`, status: 400 },
  { name: 'no JSON at all', body: '{"query":', status: 400 },
];

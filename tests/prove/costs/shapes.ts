/** A body, or a part of a head, that costs a careless server most. */
export interface Shape {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
  /** What is looked for in answers: none repeats so much of it. */
  readonly sample: string;
}

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
const JSON_TYPE = 'application/json';
/** Characters that an answer may repeat. */
const REPEATED = 1_024;

const repeat = (unit: string, bytes: number): string => unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes);

const shape = (name: string, type: string, text: string, value = ''): Shape => ({
  name: `${name}, ${text.length} bytes`,
  type,
  body: Buffer.from(text),
  sample: value.slice(0, REPEATED + 1),
});

const distinct = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 8) }, (_none, index) => index.toString(36).padStart(5, 'a')).join('=&');

/** @param bytes Sizes of bodies: below the limit of most routes, and far above it. */
export function bodyShapes(sizes: readonly number[]): readonly Shape[] {
  return sizes.flatMap((bytes) => {
    const part = 'Content-Disposition: form-data; name="x"\r\n\r\n\r\n--b\r\n';
    const quoted = repeat('<"&', bytes / 3);
    const field = (name: string, value: string): Shape =>
      shape(
        `${name}=…`,
        FORM,
        `${name}=${encodeURIComponent(value)
          .slice(0, bytes - 10)
          .replace(/%.?$/, '')}`,
        value,
      );
    return [
      shape('pairs without "="', FORM, repeat('a&', bytes)),
      shape('names that differ', FORM, distinct(bytes).slice(0, bytes)),
      shape('a=%41&…', FORM, repeat('a=%41&', bytes)),
      shape('_at=a%3D%26…', FORM, `_at=${repeat('a%3D%26', bytes - 10)}`, repeat('a=&', bytes)),
      field('email', quoted),
      field('document', repeat('landings/default ', bytes)),
      field('code', repeat('-a', bytes)),
      field('token', repeat('a.', bytes)),
      shape('a name of blanks', FORM, repeat('+', bytes)),
      shape('many parts', MULTIPART, `--b\r\n${repeat(part, bytes - 5)}`),
      shape('a head without an end', MULTIPART, `--b\r\n${repeat('a: b\r\n', bytes - 5)}`),
      shape('boundaries', MULTIPART, repeat('\r\n--', bytes)),
      shape('JSON, deep', JSON_TYPE, repeat('[', bytes)),
      shape('JSON of objects', JSON_TYPE, `${repeat('{"a":', bytes / 2)}1${repeat('}', bytes / 6)}`),
      shape('JSON of keys', JSON_TYPE, `{"attributes":{${distinctKeys(bytes - 60)}}}`),
      shape('a JSON text without an end', JSON_TYPE, `"${repeat('\\u0041', bytes - 1)}`),
      ...documents(bytes).map((query, index) => shape(`document ${index}`, JSON_TYPE, JSON.stringify({ query }))),
      ...['a', '-a', 'a.', '@', ' '].map((unit) =>
        shape(
          `a report of ${JSON.stringify(unit)}`,
          'text/plain',
          `{}\n{"type":"event"}\n{"message":"${repeat(unit, bytes - 40)}"}`,
        ),
      ),
    ];
  });
}

const distinctKeys = (bytes: number): string =>
  Array.from({ length: Math.floor(bytes / 10) }, (_none, index) => `"${index.toString(36).padStart(4, 'k')}":1`)
    .join(',')
    .slice(0, bytes)
    .replace(/,[^,]*$/, '');

/** GraphQL: wide, deep, of fragments that spread each other, of arguments, and of nothing that parses. */
function documents(bytes: number): readonly string[] {
  const fragments = Array.from(
    { length: 60 },
    (_none, index) => `fragment f${index} on Query{...f${index + 1} ...f${index + 1}}`,
  );
  return [
    `{${repeat('__typename ', bytes - 40)}}`,
    `{${repeat('a{', bytes - 40)}`,
    `{a(b:${repeat('[', bytes - 40)}`,
    `{...f0} ${fragments.join(' ')}`,
    `{a(b:"${repeat('a', bytes - 40)}")}`,
    repeat('#', bytes - 40),
    repeat('!', bytes - 40),
    `query(${Array.from({ length: 80 }, (_none, index) => `$v${index}:String`).join(' ')}){__typename}`,
  ];
}

/** Parts of a head of so many bytes: queries, cookies and other headers. */
export function headShapes(bytes: number): readonly {
  readonly name: string;
  readonly query: string;
  readonly headers: readonly (readonly [string, string])[];
}[] {
  const text = (unit: string): string => repeat(unit, bytes);
  const query = Math.min(bytes, 4_000);
  return [
    { name: 'a query without "="', query: repeat('a&', query), headers: [] },
    { name: 'a query of escapes', query: `q=${repeat('%22%3C', query)}`, headers: [] },
    { name: 'a query of lists', query: `${repeat('a[]=%41&', query)}`, headers: [] },
    { name: 'cookies of one letter', query: '', headers: [['cookie', text('a=b;')]] },
    { name: 'cookies that differ', query: '', headers: [['cookie', distinct(bytes).replaceAll('&', ';')]] },
    { name: 'one long cookie', query: '', headers: [['cookie', `vitrine_arms=${text('a~b~c!')}`]] },
    { name: 'a consent of dots', query: '', headers: [['cookie', `vitrine_consent=${text('a.')}`]] },
    {
      name: 'a session of escapes',
      query: '',
      headers: [['cookie', `session=${text('%41')}; admin=${repeat('a', 200)}`]],
    },
    { name: 'languages', query: '', headers: [['accept-language', text('de-x;q=0.1,')]] },
    { name: 'a language without an end', query: '', headers: [['accept-language', text('-a')]] },
    { name: 'a referrer', query: '', headers: [['referer', `http://127.0.0.1/?${text('a&')}`]] },
    { name: 'a user agent', query: '', headers: [['user-agent', text('Mozilla/5.0 (')]] },
    { name: 'forwarded for', query: '', headers: [['x-forwarded-for', text('1.1.1.1, ')]] },
    { name: 'encodings', query: '', headers: [['accept-encoding', text('br;q=0.1, ')]] },
    {
      name: 'blanks',
      query: '',
      headers: [
        ['x-correlation-id', text('a ')],
        ['accept', text('a/b;q= ,')],
      ],
    },
  ];
}

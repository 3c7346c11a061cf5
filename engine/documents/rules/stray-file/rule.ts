import type { FindingDraft } from '../../finding-draft.ts';
import { DOCUMENT_FILE, identify } from '../../written.ts';
import type { Rule } from '../rule.ts';

export const strayFile: Rule = {
  id: 'stray-file',
  severity: 'error',
  description: 'Every file among documents, texts and images is used, and has a name that references can contain.',
  source: function* ({ file }) {
    if (identify(file) === undefined) return;
    if (DOCUMENT_FILE.test(file)) {
      yield* capitals(file);
      return;
    }
    yield {
      location: { file, path: [] },
      message: `The name of the document "${file}" has characters that references cannot contain, so it is an accidental copy or cannot be referred to.`,
      expected: 'letters of the English alphabet, digits, "-" and "_"',
      found: file,
      covers: [{ file, path: [] }],
    };
  },
  project: function* ({ sources, strays, links, references }) {
    for (const image of references.images) if (!IMAGE_NAME.test(image) && !links.has(image)) yield unnameable(image);
    yield* sameButCapitals(sources.map(({ file }) => file));
    for (const file of strays) if (!links.has(file)) yield createStrayFinding(file);
    for (const [file, to] of links) yield createLinkFinding(file, to);
  },
};

/** Image names that documents can use. */
const IMAGE_NAME = /^images\/[a-z0-9/_-]+\.(?:jpg|png|webp|avif)$/;

function unnameable(file: string): FindingDraft {
  return {
    location: { file, path: [] },
    message: `The name of the image "${file}" has characters that documents cannot contain, so it cannot be shown. Rename the file.`,
    expected: 'small letters of the English alphabet, digits, "-" and "_"',
    found: file,
    meant: file.toLowerCase(),
    suggestion: file.toLowerCase().replaceAll(/[^a-z0-9/._-]+/g, '-'),
  };
}

/** `Spring.json` and `spring.json` are two documents on some systems and one on others. */
function* capitals(file: string): Generator<FindingDraft> {
  const name = file.split('/').find((part) => /^[A-Z]/.test(part));
  if (name === undefined) return;
  const right = name.charAt(0).toLowerCase() + name.slice(1);
  yield {
    location: { file, path: [] },
    message: `The name of the document "${file}" has a part that begins with a capital letter, "${name}", which addresses and references never do: some systems find "${right}" under it, others find nothing.`,
    expected: `the name ${right}`,
    found: file,
    suggestion: right,
    meant: file,
  };
}

function* sameButCapitals(files: readonly string[]): Generator<FindingDraft> {
  const first = new Map<string, string>();
  for (const file of files) {
    const other = first.get(file.toLowerCase());
    if (other === undefined) first.set(file.toLowerCase(), file);
    // A name that begins with a capital letter has a finding of its own.
    else if (![file, other].some((name) => /\/[A-Z]/.test(name)))
      yield {
        location: { file, path: [] },
        message: `"${file}" and "${other}" differ in capital letters alone: on systems that do not tell them apart one of them is lost. Give one another name.`,
        expected: 'a name that differs in more than capital letters',
        found: file,
      };
  }
}

const createLinkFinding = (file: string, to: string): FindingDraft => ({
  location: { file, path: [] },
  message: `The file "${file}" is a link to "${to}", so one document has two names and a change of one changes the other; on systems without links it is a line of text. Put a file of its own here, or let it extend the other one.`,
  expected: 'a file, not a link',
  found: to,
  covers: [{ file, path: [] }],
});

const MEDIA = [
  ['images/', 'an image', 'a name in small letters that ends with .jpg, .png, .webp or .avif'],
  ['videos/', 'a video', 'a name in small letters that ends with .mp4, .webm or .vtt'],
] as const;

/** Files of a kind that has a folder of its own. */
const OF_OTHERS = [
  [/^images\/.*\.(?:mp4|webm|vtt)$/, 'images/', 'videos/', 'videos and their captions'],
  [/^videos\/.*\.(?:jpg|png|webp|avif)$/, 'videos/', 'images/', 'images'],
] as const;

const VIDEO_NAME = /^videos\/[a-z0-9/._-]+\.(?:mp4|webm|vtt)$/;

const isMedia = (file: string): boolean => MEDIA.some(([folder]) => file.startsWith(folder));

/** The name that documents know a file by which was named otherwise. */
const toMediaName = (file: string): string =>
  file
    .toLowerCase()
    .replace(/\.(?:jpeg|jpe|jfif)$/, '.jpg')
    .replace(/\.srt$/, '.vtt')
    .replaceAll(/[^a-z0-9/._-]+/g, '-');

function createStrayFinding(file: string): FindingDraft {
  const [, from, to, kind] = OF_OTHERS.find(([pattern]) => pattern.test(file)) ?? [];
  if (from !== undefined && to !== undefined)
    return {
      location: { file, path: [] },
      message: `The file "${file}" is not used: ${kind} are under ${to}. Move it there.`,
      expected: `a file under ${to}`,
      found: file,
      suggestion: to + file.slice(from.length),
    };
  const [, what = 'a document or a file of texts', expected = 'a name that ends with ".json" in small letters'] =
    MEDIA.find(([folder]) => file.startsWith(folder)) ?? [];
  const meant = file.replace(/\.jsonc$|\.json5$|\.json\.txt$/i, '.json');
  const media = isMedia(file) ? toMediaName(file) : null;
  return {
    location: { file, path: [] },
    message: `The file "${file}" is not used: its name is not that of ${what}. ${/\.srt$/i.test(file) ? 'Captions are WebVTT: begin it with a line "WEBVTT", write its times with a point in place of the comma, and rename it.' : 'Rename it or delete it.'}`,
    expected,
    found: file,
    meant: media ?? meant,
    suggestion: media !== null && (IMAGE_NAME.test(media) || VIDEO_NAME.test(media)) ? media : undefined,
  };
}

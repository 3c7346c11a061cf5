import { byName } from '#engine/shared/by-name.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { type Binding, blockBindings } from '#schemas/generated/bindings.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { isObject } from '../../json.ts';
import type { BoundUse } from '../../project.ts';
import type { SourceLocation } from '../../source-location.ts';
import type { VideoContent } from '../../types.ts';
import type { Rule } from '../rule.ts';
import { findSwappedCaptions } from './swapped-captions.ts';

const bindingsByType = byName<readonly Binding[]>(blockBindings);
/** Bytes. A minute in 1080p takes about 15 MB. */
const MAX_CAPTION_BYTES = 500_000;
const MAX_BYTES = 30_000_000;

export const videoFile: Rule = {
  id: 'video-file',
  severity: 'error',
  description:
    'Every video of the site exists, is of the type that its name says, is not too large, and has captions or no sound (WCAG 1.2.2).',
  block: function* ({ block, locate }) {
    const path = bindingsByType[String(block['type'])]?.find(({ as }) => as === 'video')?.path ?? [];
    const [own] = path.length === 1 ? path : [];
    if (own === undefined) return;
    const embedded = ['provider', 'video'].filter((name) => block[name] !== undefined);
    const hasFile = block[own] !== undefined;
    if (embedded.length === (hasFile ? 0 : 2)) return;
    yield {
      location: locate(hasFile ? [own] : embedded),
      message: hasFile
        ? 'The block names a video of the site and one of a provider; only one of them can be shown.'
        : embedded.length === 0
          ? 'The block shows no video.'
          : `The block has "${embedded[0]}" alone, which names no video.`,
      expected: `either "${own}" with a file of the site, or "provider" and "video"`,
      mark: 'source',
    };
  },
  video: function* (use, { videoFiles }) {
    const { value, locate } = use;
    if (!isObject(value)) return;
    const files = isObject(value['captions']) ? Object.entries(value['captions']) : [];
    yield* checkFile(value['src'], locate(['src']), videoFiles);
    for (const [locale, file] of files) yield* checkFile(file, locate(['captions', locale]), videoFiles);
    yield* checkCaptions(use);
    const video = typeof value['src'] === 'string' ? videoFiles?.get(value['src']) : undefined;
    for (const [, file] of files) yield* checkEnd(String(file), videoFiles?.get(String(file)), video);
  },
  project: function* ({ references: { videoFiles } }) {
    for (const [file, { format, problem, line }] of videoFiles ?? [])
      if (/^(?:mp4|webm|vtt)$/.test(getEnding(file)) && format !== getEnding(file)) yield misnamed(file, format);
      else if (problem !== undefined)
        yield {
          location: { file, path: [], ...(line !== undefined && { line }) },
          message: `The file "${file}" cannot be shown: ${problem}. Export it again.`,
          expected: file.endsWith('.vtt') ? 'captions in WebVTT' : 'a whole video',
        };
    // Those that only an example of a block shows, by their names.
    for (const [file, captions] of videoFiles ?? []) {
      const name = file.replace(/(?:\.[\w-]+)?\.vtt$/, '');
      yield* checkEnd(file, captions, videoFiles?.get(`${name}.mp4`) ?? videoFiles?.get(`${name}.webm`));
    }
  },
};

function* checkCaptions({ value, locate, location }: BoundUse): Generator<FindingDraft> {
  if (!isObject(value)) return;
  const isSilent = value['silent'] !== undefined;
  const hasCaptions = value['captions'] !== undefined;
  if (isSilent === hasCaptions) {
    yield {
      location: hasCaptions ? locate(['captions']) : location,
      message: hasCaptions
        ? 'The video has captions and says that it has no sound; only one can be true.'
        : 'The video has no captions, so that people who do not hear it miss what is said.',
      expected: 'either "captions" in every language, or "silent": true for a video without sound',
      mark: 'captions',
    };
  }
  const captions = isObject(value['captions']) ? Object.entries(value['captions']) : [];
  const swapped = findSwappedCaptions(Object.fromEntries(captions));
  if (swapped !== null) {
    const { locale, found, message, suggestion } = swapped;
    yield {
      location: locate(['captions', locale]),
      message,
      expected: `a file in "${locale}", with the others in their languages too`,
      found,
      suggestion,
      mark: 'swapped captions',
    };
    return;
  }
  for (const [index, [locale, file]] of captions.entries()) {
    const other = captions.slice(0, index).find(([, own]) => own === file);
    if (other !== undefined)
      yield {
        location: locate(['captions', locale]),
        message: `The captions in "${locale}" are those in "${other[0]}".`,
        expected: 'a file of each language',
        found: file,
        mark: 'same captions',
      };
  }
}

/** Seconds: captions that stay a moment longer are cut off with the video, which is not noticed. */
const TOLERANCE = 1;

/** Captions of another video, or of a longer cut of it. */
function* checkEnd(
  file: string,
  captions: VideoContent | undefined,
  video: VideoContent | undefined,
): Generator<FindingDraft> {
  const { last } = captions ?? {};
  const { seconds } = video ?? {};
  if (last === undefined || seconds === undefined || (last.from < seconds && last.to <= seconds + TOLERANCE)) return;
  yield {
    location: { file, path: [], line: last.line },
    message: `The captions "${file}" end after ${last.to.toFixed(1)} seconds, and the video after ${seconds.toFixed(1)}: they belong to another video or to a longer cut of it.`,
    expected: `captions that end by ${seconds.toFixed(1)} seconds`,
    found: last.to,
    mark: 'end of captions',
  };
}

const getEnding = (file: string): string => file.slice(file.lastIndexOf('.') + 1);

const misnamed = (file: string, format: VideoContent['format']): FindingDraft => ({
  location: { file, path: [] },
  message: `The file "${file}" is ${format === null ? 'neither MP4, WebM nor WebVTT' : format.toUpperCase()} inside, whatever its name says, so that browsers do not play it. Export it again, or correct its name.`,
  expected:
    getEnding(file) === 'vtt' ? 'captions that begin with the line WEBVTT' : `a file of the kind ".${getEnding(file)}"`,
  found: file,
});

function* checkFile(
  file: unknown,
  location: SourceLocation,
  known: ReadonlyMap<string, VideoContent> | undefined,
): Generator<FindingDraft> {
  if (typeof file !== 'string' || known === undefined || !file.startsWith('videos/')) return;
  const content = known.get(file);
  if (content === undefined) {
    yield {
      location,
      message: `There is no file "${file}".`,
      expected: 'the path of a file under videos/',
      found: file,
      suggestion: suggestName(file, known.keys()),
    };
    return;
  }
  const most = getEnding(file) === 'vtt' ? MAX_CAPTION_BYTES : MAX_BYTES;
  if (content.bytes > most)
    yield {
      location,
      severity: 'warning',
      message: `The file "${file}" has ${(content.bytes / 1_000_000).toFixed(1)} MB, which takes minutes on a phone. Export it in a lower resolution or shorter.`,
      expected: `at most ${most / 1_000_000} MB`,
      found: file,
    };
}

import { expect, test } from 'vitest';
import type { JsonObject } from '#engine/documents/json.ts';
import { resolveOn } from '#engine/documents/resolve.ts';
import type { VideoContent } from '#engine/documents/types.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { smallProject, swap } from '#tests/helpers/small-project.ts';

const vtt: VideoContent = { format: 'vtt', bytes: 900 };
const files = new Map<string, VideoContent>([
  ['videos/tour.mp4', { format: 'mp4', bytes: 9_000_000 }],
  ['videos/long.mp4', { format: 'mp4', bytes: 90_000_000 }],
  ['videos/short.mp4', { format: 'mp4', bytes: 900, seconds: 10 }],
  ['videos/late.vtt', { ...vtt, last: { line: 7, from: 70, to: 72 } }],
  ...locales.map((locale) => [`videos/tour.${locale}.vtt`, vtt] as const),
]);
const captions = Object.fromEntries(locales.map((locale) => [locale, `videos/tour.${locale}.vtt`]));
const { pl: _pl, ...withoutPolish } = captions;

function findingsOf(video: JsonObject) {
  const words = Object.fromEntries(locales.map((locale) => [locale, 'A tour']));
  const block = {
    id: 'film',
    type: 'video',
    name: words,
    poster: { src: 'images/satin.jpg', decorative: true },
    ...video,
  };
  const project = smallProject({
    'pages-config/landings/default.json': swap(
      '{\n      "id": "steps"',
      `${JSON.stringify(block)}, {\n      "id": "steps"`,
    ),
  });
  const result = resolveOn({ ...project, videoFiles: files }, '2026-11-20');
  return (result.ok ? result.warnings : result.findings).map(
    ({ rule, path, severity }) => `${severity} ${rule} ${path.replace('blocks[2].', '')}`,
  );
}

test.each<readonly [string, JsonObject, readonly string[]]>([
  ['with captions in every language', { file: { src: 'videos/tour.mp4', captions } }, []],
  ['without sound', { file: { src: 'videos/tour.mp4', silent: true } }, []],
  ['of a provider', { provider: 'vimeo', video: '76979871' }, []],
  ['that does not exist', { file: { src: 'videos/tuor.mp4', silent: true } }, ['error video-file file.src']],
  ['of 90 MB', { file: { src: 'videos/long.mp4', silent: true } }, ['warning video-file file.src']],
  ['without captions', { file: { src: 'videos/tour.mp4' } }, ['error video-file file']],
  [
    'with captions that is silent',
    { file: { src: 'videos/tour.mp4', silent: true, captions } },
    ['error video-file file.captions'],
  ],
  [
    'with captions of a longer video',
    { file: { src: 'videos/short.mp4', captions: { ...captions, pl: 'videos/late.vtt' } } },
    ['error video-file '],
  ],
  [
    'whose captions in two languages are swapped',
    { file: { src: 'videos/tour.mp4', captions: { ...captions, de: captions['fr'] ?? '', fr: captions['de'] ?? '' } } },
    ['error video-file file.captions.de'],
  ],
  [
    'without Polish captions',
    { file: { src: 'videos/tour.mp4', captions: withoutPolish } },
    ['error missing-locale file.captions'],
  ],
  [
    'whose Polish captions are gone',
    { file: { src: 'videos/tour.mp4', captions: { ...captions, pl: 'videos/tour.po.vtt' } } },
    ['error video-file file.captions.pl'],
  ],
  [
    'with one file of captions for two languages',
    { file: { src: 'videos/tour.mp4', captions: { ...captions, sv: 'videos/tour.pl.vtt' } } },
    ['error video-file file.captions.sv'],
  ],
  [
    'of the site and of a provider',
    { file: { src: 'videos/tour.mp4', silent: true }, provider: 'vimeo', video: '76979871' },
    ['error video-file file'],
  ],
  ['of a provider without its id', { provider: 'vimeo' }, ['error video-file provider']],
  ['of nobody', {}, ['error video-file blocks[2]']],
])('A video %s has the findings that it should', (_, video, expected) => {
  expect(findingsOf(video)).toEqual(expected);
});

test('A video that breaks off, and a file of another type than its name says, is reported at the file, wherever it is shown', () => {
  const videoFiles = new Map<string, VideoContent>([
    ['videos/tour.mp4', { format: 'mp4', bytes: 9, problem: 'a part of it is missing' }],
    ['videos/tour.de.vtt', { format: null, bytes: 9 }],
    ['videos/page.webm', { format: 'mp4', bytes: 9 }],
  ]);
  const { findings } = resolveOn({ ...smallProject(), videoFiles }, '2026-11-20') as {
    readonly findings: readonly Finding[];
  };
  expect(findings.map(({ rule, file }) => `${rule} ${file}`)).toEqual([
    'video-file videos/page.webm',
    'video-file videos/tour.de.vtt',
    'video-file videos/tour.mp4',
  ]);
});

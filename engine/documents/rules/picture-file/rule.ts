import { isObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { BoundUse } from '../../project.ts';
import type { ImageFile, ReadImage } from '../../types.ts';
import type { Rule } from '../rule.ts';

/** Formats by extension; another rule reports other files. */
const FORMATS: Readonly<Record<string, string>> = { jpg: 'jpeg', png: 'png', webp: 'webp', avif: 'avif' };

/** Pixels of a high-resolution camera. Pages show 1,600 in width at most, and every build reads all of them. */
const MAX_PIXELS = 60_000_000;
/** Bytes. */
const MAX_BYTES = 30_000_000;

export const imageFile: Rule = {
  id: 'picture-file',
  severity: 'error',
  description:
    'Every image is readable, of the type that its name says, and as large as its place needs, but no larger.',
  image: function* (use, { imageFiles }) {
    const src = isObject(use.value) ? use.value['src'] : undefined;
    const image = typeof src === 'string' ? imageFiles.get(src) : undefined;
    // Another image than the name says is one mistake.
    if (image !== undefined && !('problem' in image) && isOfItsName(String(src), image)) yield* tooSmall(use, image);
  },
  project: function* ({ references: { imageFiles } }) {
    for (const [file, image] of imageFiles) {
      const finding = checkFile(file, image);
      if (finding !== null) yield finding;
    }
  },
};

const readEnding = (file: string): string => file.slice(file.lastIndexOf('.') + 1);

const isOfItsName = (file: string, { format }: ReadImage): boolean => (FORMATS[readEnding(file)] ?? format) === format;

function checkFile(file: string, image: ImageFile): FindingDraft | null {
  const location = { file, path: [] };
  if ('problem' in image) {
    return {
      location,
      message: `The image "${file}" cannot be read: ${image.problem}. Export it again from where it comes from.`,
      expected: 'a JPEG, PNG, WebP or AVIF file',
    };
  }
  const { format, width, height, bytes, frames = 1, isOfPrint = false } = image;
  if (!isOfItsName(file, image)) {
    const ending = readEnding(file);
    const right = Object.keys(FORMATS).find((name) => FORMATS[name] === format);
    return {
      location,
      message: `The image "${file}" is ${format.toUpperCase()} inside, whatever its name says. ${right === undefined ? 'Export it as JPEG, PNG, WebP or AVIF.' : `Rename it to end with ".${right}", also where documents name it.`}`,
      expected: `a file of the kind ".${ending}"`,
      found: format,
    };
  }
  if (frames > 1) {
    return {
      location,
      severity: 'warning',
      message: `The image "${file}" is animated: it has ${frames} frames, of which visitors see only the first. Save the intended one, or show it as a video elsewhere.`,
      expected: 'an image of one frame',
      found: frames,
    };
  }
  if (isOfPrint) {
    return {
      location,
      severity: 'warning',
      message: `The image "${file}" has the colours of print (CMYK), which look different once they are converted for screens. Export it in sRGB.`,
      expected: 'an image in sRGB',
      found: 'CMYK',
    };
  }
  if (width * height <= MAX_PIXELS && bytes <= MAX_BYTES) return null;
  return {
    location,
    severity: 'warning',
    message: `The image "${file}" has ${width} × ${height} pixels and ${Math.ceil(bytes / 1_000_000)} MB, of which no page shows more than 1,600 pixels across; every build reads all of it. Save it smaller, 3,200 pixels across at most.`,
    expected: `at most ${MAX_PIXELS / 1_000_000} million pixels and ${MAX_BYTES / 1_000_000} MB`,
  };
}

function* tooSmall({ value, binding, location }: BoundUse, { width }: ReadImage): Generator<FindingDraft> {
  const { leastWidth = 0 } = binding;
  if (!isObject(value)) return;
  for (const key of ['crop', 'narrow']) {
    const crop = value[key];
    if (crop === undefined && key === 'narrow') continue;
    const share = isObject(crop) && typeof crop['width'] === 'number' ? crop['width'] : 1;
    const shown = Math.round(width * Math.min(share, 1));
    if (shown >= leastWidth) continue;
    const isCropped = isObject(crop);
    yield {
      location: { ...location, path: [...location.path, ...(isCropped ? [key, 'width'] : ['src'])] },
      severity: 'warning',
      message: `${isCropped ? 'The crop' : 'The image'} is ${shown} pixels across, and its place needs ${leastWidth}: it would be shown enlarged and blurred. ${isCropped ? 'Crop less, or take a larger image.' : 'Take a larger image.'}`,
      expected: `at least ${leastWidth} pixels across`,
      found: isCropped ? share : value['src'],
      mark: `small ${key}`,
      ...(width < leastWidth && typeof value['src'] === 'string' && { together: smallEverywhere(value['src'], width) }),
    };
  }
}

/** An image that was replaced by a small one is one mistake, wherever it is shown. */
const smallEverywhere = (file: string, width: number): NonNullable<FindingDraft['together']> => ({
  location: { file, path: [] },
  message: `The image "${file}" is ${width} pixels across, less than several places need that show it: there it is enlarged and blurred. Take a larger image.`,
  expected: '1,600 pixels across or more, which suffices everywhere',
});

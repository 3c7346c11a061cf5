/** Folder of uploaded images, as documents name them. */
const UPLOADS_FOLDER = 'images/uploads';

/** A slash of JSON may be escaped. */
const IMAGES = /images(?:\\?\/[a-z0-9_-]+)+\.(?:jpg|png|webp|avif)/g;

/** Paths of all images that a file mentions, such as a document. */
export function imagesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(IMAGES)].map(([path]) => path.replaceAll('\\', '')))];
}

export const isUploadPath = (path: string): boolean =>
  path.startsWith(`${UPLOADS_FOLDER}/`) && /^images\/uploads\/[a-z0-9-]+\.(?:jpg|png|webp)$/.test(path);

/** Characters of the name in a path. */
const MAX_NAME = 60;
const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const;

/** The path of an upload: equal for equal contents of the same name, and never of two contents. */
export function uploadPath({
  name,
  hash,
  format,
}: {
  readonly name: string;
  readonly hash: string;
  readonly format: keyof typeof EXTENSIONS;
}): string {
  const stem = name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replaceAll(/^-|-$/g, '');
  return `${UPLOADS_FOLDER}/${stem === '' ? 'picture' : stem}-${hash.slice(0, 10)}.${EXTENSIONS[format]}`;
}

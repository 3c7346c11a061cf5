/** Folder of uploaded images in document paths. */
const UPLOADS_FOLDER = 'images/uploads';

/** JSON may escape slashes. */
const IMAGES = /images(?:\\?\/[a-z0-9_-]+)+\.(?:jpg|png|webp|avif)/g;

/** Paths of all images in a file, such as a document. */
export function listImagePaths(text: string): readonly string[] {
  return [...new Set([...text.matchAll(IMAGES)].map(([path]) => path.replaceAll('\\', '')))];
}

export const isUploadPath = (path: string): boolean =>
  path.startsWith(`${UPLOADS_FOLDER}/`) && /^images\/uploads\/[a-z0-9-]+\.(?:jpg|png|webp)$/.test(path);

/** Maximum characters of the name in a path. */
const MAX_NAME = 60;
const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const;

/** Path of an upload; includes a content hash, so it is unique per content. */
export function buildUploadPath({
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

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Layer, ResolveInput } from '#engine/documents/types.ts';

/** Documents, texts and names of pictures as they lie in the project's root. */
export function readProject(root: string): Pick<ResolveInput, 'layers' | 'images'> {
  const list = (pattern: string): string[] =>
    globSync(pattern, { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .toSorted();
  const files = list('{pages-config,locales}/**/*.json').concat(list('blocks/**/strings.json'));
  const layer: Layer = {
    name: 'files',
    files: new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
  };
  return { layers: [layer], images: list('images/**/*.{jpg,png,webp,avif}') };
}

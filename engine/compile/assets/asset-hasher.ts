import { hash } from 'node:crypto';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { AssetManifest } from '../types.ts';
import { collectVideos, listDocumentImages, listSiteImages } from './collect-images.ts';
import { buildImageKeys, type ImageReference } from './image-key.ts';

/** Hashes of prepared files by what shows them, so that a new image renames the pages that show it and no others. */
export interface AssetHasher {
  /** Of what a site shows on each page: fonts, icons and its own images. */
  hashOfSite(site: Site): string;
  /** Of the images and videos of a document. */
  hashOfDocument(document: ResolvedDocument): string;
}

export function createAssetHasher({ images, videos = {}, fonts, icons, brands = {} }: AssetManifest): AssetHasher {
  const prepared = (references: readonly ImageReference[]): readonly unknown[] =>
    references
      .map(buildImageKeys)
      .flatMap(({ main, narrow }) => [images[main], narrow === null ? null : images[narrow]]);
  return {
    hashOfSite: memoizePerObject(({ config }: Site) =>
      toHash([fonts, icons, prepared(listSiteImages(config).map(({ reference }) => reference))]),
    ),
    hashOfDocument: memoizePerObject((document: ResolvedDocument) =>
      toHash([
        document.brand === undefined ? null : brands[document.brand],
        prepared(listDocumentImages(document).map(({ reference }) => reference)),
        collectVideos([document]).map((file) => videos[file]),
      ]),
    ),
  };
}

const toHash = (value: unknown): string => hash('sha256', JSON.stringify(value), 'hex').slice(0, 32);

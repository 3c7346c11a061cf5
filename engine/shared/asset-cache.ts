/** Folder of the image files that builds and checks made, from the project's root. */
export const ASSET_CACHE = '.cache/assets';

/** Folders of blocks, as patterns from the project's root: of the project and of each journey. */
const blockFolders = ['blocks', 'journeys/*/blocks'] as const;

/**
 * Patterns of files of all blocks and layouts.
 *
 * @param pattern from such a folder
 */
export function inBlocks(pattern: string): readonly string[] {
  return blockFolders.map((folder) => `${folder}/${pattern}`);
}

/** Path of a journey's block or texts as if they were in `blocks/` or `locales/` of the project; other paths unchanged. */
export function withoutJourney(file: string): string {
  return file.replace(/^journeys\/[^/]+\/(?=(?:blocks|locales)\/)/, '');
}

/** Key of the text `name` in `strings.json` of a block, such as `blocks/hero#more`; independent of journeys. */
export function buildBlockTextKey(file: string, name: string): string {
  return `${withoutJourney(file).replace(/\/strings\.json$/, '')}#${name}`;
}

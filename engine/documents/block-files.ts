/** Where folders of blocks are, as patterns from the project's root: in the project itself, and in each journey. */
const blockFolders = ['blocks', 'journeys/*/blocks'] as const;

/**
 * Patterns of files of all blocks and layouts.
 *
 * @param pattern from such a folder
 */
export function inBlocks(pattern: string): readonly string[] {
  return blockFolders.map((folder) => `${folder}/${pattern}`);
}

/** A file of a journey's block, or of its texts, as if it were in `blocks/` or `locales/` of the project; other paths as they are. */
export function withoutJourney(file: string): string {
  return file.replace(/^journeys\/[^/]+\/(?=(?:blocks|locales)\/)/, '');
}

/** The key of the words `name` in `strings.json` of a block, such as `blocks/hero#more`: the same in a journey as outside of it. */
export function blockTextKey(file: string, name: string): string {
  return `${withoutJourney(file).replace(/\/strings\.json$/, '')}#${name}`;
}

/** The `id` of a block's element. */
export function htmlId(blockId: string): string {
  return blockId.replaceAll('/', '-');
}

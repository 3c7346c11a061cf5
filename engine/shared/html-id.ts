/** The `id` of the element of a block. */
export function htmlId(blockId: string): string {
  return blockId.replaceAll('/', '-');
}

/** The `id` of a block's element. */
export function toHtmlId(blockId: string): string {
  return blockId.replaceAll('/', '-');
}

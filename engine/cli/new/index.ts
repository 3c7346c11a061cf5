export const summary = 'Writes a new block, page, landing or variant.';
export async function run(): Promise<number> { return 0; }

import type { GeneratorInput } from './source.ts';

/**
 * `client-entries.json`: the browser modules of blocks and journeys, source by name. It is JSON rather than a module, so that Vite's
 * configuration does not depend on it and a new block does not restart the development server.
 */
export function generateClientEntries({ blocks, journeys }: GeneratorInput): string {
  const elements = journeys.flatMap((journey) => journey.elements.map(({ module, file }) => [module, `./${file}`]));
  const parts = blocks.flatMap(({ name, pascal, folder, schema: { kind } }) => {
    if (kind === 'island') return [[`island-${name}`, `island:./${folder}/${pascal}.tsx`]];
    return kind === 'behaviour' ? [[`behaviour-${name}`, `./${folder}/${pascal}.behaviour.ts`]] : [];
  });
  return `${JSON.stringify(Object.fromEntries([...elements, ...parts]), null, 2)}\n`;
}

import type { GeneratorInput } from './source.ts';

/**
 * `client-entries.json`: what browsers load of blocks and journeys, source by name. A file of data and not a module, so that the settings of
 * Vite do not depend on it: a new block would restart a running development server.
 */
export function generateClientEntries({ blocks, journeys }: GeneratorInput): string {
  const elements = journeys.flatMap((journey) => journey.elements.map(({ module, file }) => [module, `./${file}`]));
  const parts = blocks.flatMap(({ name, pascal, folder, schema: { kind } }) => {
    if (kind === 'island') return [[`island-${name}`, `island:./${folder}/${pascal}.tsx`]];
    return kind === 'behaviour' ? [[`behaviour-${name}`, `./${folder}/${pascal}.behaviour.ts`]] : [];
  });
  return `${JSON.stringify(Object.fromEntries([...elements, ...parts]), null, 2)}\n`;
}

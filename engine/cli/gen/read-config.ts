import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { SiteConfig } from '#engine/shared/define-site.ts';
import { UserError } from '#engine/shared/errors.ts';
import { isObject } from '#engine/documents/json.ts';

/** Registers the journeys of the project. */
export const configFile = 'vitrine.config.ts';

const load = createRequire(import.meta.url);

/**
 * The project's configuration; empty without the file. Read once per process.
 *
 * @throws UserError when it has an unexpected export
 */
export function readConfig(root: string): SiteConfig {
  const file = resolve(root, configFile);
  if (!existsSync(file)) return { journeys: [] };
  const exported = loadConfig(file);
  const config = isObject(exported) ? exported['default'] : undefined;
  if (!isObject(config))
    throw new UserError(`${configFile} exports no site. Write: export default defineSite({ journeys: [] });`);
  const unknown = Object.keys(config).find((name) => name !== 'journeys');
  if (unknown !== undefined)
    throw new UserError(`${configFile} has the unknown property "${unknown}". Its only property is "journeys".`);
  const { journeys } = config;
  if (journeys === undefined)
    throw new UserError(
      `The "export default" of ${configFile} has no "journeys". Write: defineSite({ journeys: [] }).`,
    );
  if (!Array.isArray(journeys) || !journeys.every((name) => typeof name === 'string'))
    throw new UserError(
      `"journeys" of ${configFile} is no list of names. Write the names of folders of journeys/, such as: journeys: ['newsletter'].`,
    );
  const twice = journeys.find((name, index) => journeys.indexOf(name) < index);
  if (twice !== undefined) throw new UserError(`${configFile} names the journey "${twice}" twice. Take one out.`);
  return { journeys };
}

function loadConfig(file: string): unknown {
  try {
    return load(file) as unknown;
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    const [, undefinedName] = /^(\S+) is not defined/.exec(message) ?? [];
    if (undefinedName !== undefined)
      throw new UserError(`${configFile} uses "${undefinedName}", which it neither defines nor imports.`, {
        cause: error,
      });
    const [, line] = /vitrine\.config\.ts:(\d+)/.exec(stack) ?? [];
    const where = line === undefined ? configFile : `${configFile}:${line}`;
    throw new UserError(`${where} cannot be read: ${message.split('\n')[0] ?? ''}.`, { cause: error });
  }
}

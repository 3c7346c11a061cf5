import { format } from 'node:util';
import type { Logger } from 'pino';
import { createLog, redact } from '#server/platform/observability/log.ts';
import type { Environment } from '#server/platform/settings/read-settings.ts';
import { settingsTable } from '#server/platform/settings/table.ts';

/** Whether a server with these settings is one that others reach, also when its settings turn out to be wrong. */
export function isForProduction({ VITRINE_MODE: mode, ENVIRONMENT: environment }: Environment): boolean {
  return mode ? mode === 'production' : environment === 'production';
}

/**
 * From now on everything that this process writes is a line of its log, which programs read: what it says at its start and its end,
 * what libraries write to the console, warnings and deprecations of Node, and the error by which it dies. Only what ends the virtual
 * machine itself, such as a lack of memory, is still written as Node writes it.
 */
export function jsonLinesOnly({ LOG_LEVEL: level = '', ENVIRONMENT: environment }: Environment): void {
  const logLevel = settingsTable.LOG_LEVEL.parse(level) ?? 'info';
  const log = createLog({ logLevel, environment: environment || 'production' });
  captureConsole(log);
  // Node's own listener prints them.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns.'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The process ends: an error was not caught.');
    process.exit(1);
  });
}

function captureConsole(log: Logger): void {
  const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'debug' } as const;
  for (const [method, level] of Object.entries(levels))
    Object.assign(console, { [method]: (...words: unknown[]) => log[level](redact(format(...words)).trim()) });
}

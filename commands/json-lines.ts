import { format } from 'node:util';
import type { Logger } from 'pino';
import { createLog, redact } from '#server/platform/observability/log.ts';
import type { Environment } from '#server/platform/settings/read-settings.ts';
import { settingsTable } from '#server/platform/settings/table.ts';

/** Whether settings, possibly invalid, are those of a reachable server. */
export function isForProduction({ VITRINE_MODE: mode, ENVIRONMENT: environment }: Environment): boolean {
  return mode ? mode === 'production' : environment === 'production';
}

/**
 * Makes all further output of this process JSON lines for log collectors: start and shutdown messages, console output of libraries,
 * warnings, and fatal errors. Only V8's own output, such as when out of memory, is not captured.
 */
export function writeJsonLinesOnly({ LOG_LEVEL: level = '', ENVIRONMENT: environment }: Environment): void {
  const logLevel = settingsTable.LOG_LEVEL.parse(level) ?? 'info';
  const log = createLog({ logLevel, environment: environment || 'production' });
  captureConsole(log);
  // Node.js's own listener prints them.
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

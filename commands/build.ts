import { runCommand } from './run-command.ts';

process.env.NODE_ENV = 'production';
const { build, buildIfStale } = await import('./build-site.ts');
await runCommand(process.argv.includes('--if-stale') ? buildIfStale : build);

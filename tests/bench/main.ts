import { runCommand } from '../../commands/run-command.ts';
import { readArguments, UsageError } from '#engine/cli/usage.ts';

interface Bench {
  readonly summary: string;
  readonly run: () => Promise<void>;
}

const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  site: () => import('./site.ts'),
  send: () => import('./send.ts'),
  answers: () => import('./answers.ts'),
  memory: () => import('./memory.ts'),
  documents: () => import('./documents.ts'),
  compile: () => import('./compile.ts'),
  build: () => import('./build.ts'),
  client: () => import('./client.ts'),
  'first-touch': () => import('./first-touch.ts'),
  resolve: () => import('./resolve.ts'),
  check: () => import('./check.ts'),
  editor: () => import('./editor.ts'),
  saves: () => import('./saves.ts'),
  start: () => import('./start.ts'),
  races: () => import('./races.ts'),
  registrations: () => import('./registrations.ts'),
  storage: () => import('./storage.ts'),
  lists: () => import('./lists.ts'),
  experiments: () => import('./experiments.ts'),
  graphql: () => import('./graphql.ts'),
};

const usage = {
  name: 'bench',
  summary: 'Speed beside a control in the same run.',
  calls: { '': 'all benches', '<name> …': `some of them: ${Object.keys(benches).join(', ')}` },
  options: {},
  positionals: Object.keys(benches).length,
};

await runCommand(usage, async (args) => {
  const named = readArguments(usage, args).positionals;
  const unknown = named.find((name) => !Object.hasOwn(benches, name));
  if (unknown !== undefined) {
    const list = await Promise.all(
      Object.entries(benches).map(async ([name, load]) => `  ${name.padEnd(12)}${(await load()).summary}`),
    );
    throw new UsageError(`There is no bench named "${unknown}". Choose from:\n${list.join('\n')}`);
  }
  for (const [name, load] of Object.entries(benches)) {
    if (named.length === 0 || named.includes(name)) await (await load()).run();
  }
});

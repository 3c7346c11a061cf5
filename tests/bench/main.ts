interface Bench {
  readonly summary: string;
  readonly run: () => Promise<void>;
}

const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  send: () => import('./send.ts'),
  documents: () => import('./documents.ts'),
  compile: () => import('./compile.ts'),
  client: () => import('./client.ts'),
  resolve: () => import('./resolve.ts'),
  races: () => import('./races.ts'),
  registrations: () => import('./registrations.ts'),
  experiments: () => import('./experiments.ts'),
  graphql: () => import('./graphql.ts'),
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no bench named "${unknown.join('", "')}". Choose from:`);
  for (const [name, load] of Object.entries(benches)) console.error(`  ${name.padEnd(12)}${(await load()).summary}`);
  process.exitCode = 2;
}
for (const [name, load] of unknown.length > 0 ? [] : Object.entries(benches)) {
  if (named.length === 0 || named.includes(name)) await (await load()).run();
}

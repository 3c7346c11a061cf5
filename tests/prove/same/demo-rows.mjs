// Runs inside a tree under test, of any age: what is imported here is that tree's. It fills the database with the rows of the demo,
// says their links, and shows the mails and documents that a demo shows, which a server in production mode does not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastify from 'fastify';
import { resolve } from '#engine/documents/resolve.ts';
import { readSettings } from '#server/platform/settings/read-settings.ts';

const root = process.cwd();
/** A module of the tree by the first of the paths that it has had which is there. */
const load = (...paths) =>
  import(
    pathToFileURL(
      join(
        root,
        paths.find((path) => existsSync(join(root, path))),
      ),
    ).href
  );
const { addDevMail } = await load('server/http/routes/dev-mailbox/routes.ts', 'server/entrances/dev-mail/routes.ts');
const { addGraphqlPlayground } = await load('server/graphql/playground.ts', 'server/entrances/graphql/playground.ts');
const { openBackendForCommand } = await load('server/app/open-backend.ts', 'server/open-backend.ts');
const { projectSource } = await load('server/site/store/project-source.ts', 'server/site/holder/project-source.ts');
const mail = await load(
  'server/platform/mail/theme/inline-attachments.ts',
  'server/platform/mail/letter/enclosures.ts',
);
const loadInlineAttachments = mail.loadInlineAttachments ?? mail.enclosuresOf;
const { settings } = readSettings(process.env);
const { site } = resolve(await projectSource(root, settings)());
const backend = await openBackendForCommand(settings, site);
const { demo } = backend.members;
await demo.seed();
// By the clock of the recorder, and before the server starts: a command beside it would write at a time of its own.
await backend.staff.createAdmin({ name: 'Anna', ...JSON.parse(process.env.SAME_ADMIN) });
const links = Object.fromEntries(demo.links().map(({ shows, url }) => [shows, url]));

const app = fastify();
await app.register(
  async (routes) => {
    addDevMail(routes, backend.outbox, () => loadInlineAttachments(root, site.brand.mails), settings.basePath);
    const isOpen = settings.graphqlOpen ?? !settings.graphqlPersistedOnly;
    addGraphqlPlayground(routes, settings.basePath, isOpen);
  },
  { prefix: settings.basePath.slice(0, -1) },
);
await app.listen({ host: '127.0.0.1', port: 0 });
process.send({ port: app.server.address().port, links: { ...links, social: await demo.socialLink() } });

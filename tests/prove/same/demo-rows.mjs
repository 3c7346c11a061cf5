// Runs inside a tree under test, of any age: what is imported here is that tree's. It fills the database with the rows of the demo,
// says their links, and shows the mails and documents that a demo shows, which a server in production mode does not.
import fastify from 'fastify';
import { resolve } from '#engine/documents/resolve.ts';
import { addDevMail } from '#server/entrances/dev-mail/routes.ts';
import { addGraphqlPlayground } from '#server/entrances/graphql/playground.ts';
import { openBackendForCommand } from '#server/open-backend.ts';
import { enclosuresOf } from '#server/platform/mail/letter/enclosures.ts';
import { readSettings } from '#server/platform/settings/read-settings.ts';
import { projectSource } from '#server/site/holder/project-source.ts';

const root = process.cwd();
const { settings } = readSettings(process.env);
const { site } = resolve(await projectSource(root, settings)());
const backend = await openBackendForCommand(settings, site);
const { demo } = backend.members;
await demo.seed();
const links = Object.fromEntries(demo.links().map(({ shows, url }) => [shows, url]));

const app = fastify();
await app.register(
  async (routes) => {
    addDevMail(routes, backend.outbox, () => enclosuresOf(root, site.brand.mails), settings.basePath);
    addGraphqlPlayground(routes, settings.basePath, settings.graphqlOpen);
  },
  { prefix: settings.basePath.slice(0, -1) },
);
await app.listen({ host: '127.0.0.1', port: 0 });
process.send({ port: app.server.address().port, links: { ...links, social: await demo.socialLink() } });

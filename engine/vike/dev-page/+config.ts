import type { Config } from 'vike/types';

/** Builds exclude the page's client code from production. */
const isDevelopment = process.env['NODE_ENV'] !== 'production';

/** The overview for authors: server-rendered, with client-side navigation. */
export default {
  title: 'Development',
  clientRouting: isDevelopment,
  meta: { Page: { env: { server: true, client: isDevelopment } } },
} satisfies Config;

import type { Config } from 'vike/types';

/** A build knows the page and makes no script for it: whatever browsers load in production has nothing of it. */
const isDevelopment = process.env['NODE_ENV'] !== 'production';

/** The overview for authors: rendered by the server, navigated in the browser. */
export default {
  title: 'Development',
  clientRouting: isDevelopment,
  meta: { Page: { env: { server: true, client: isDevelopment } } },
} satisfies Config;

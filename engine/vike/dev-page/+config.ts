import type { Config } from 'vike/types';

/** Plain HTML: nothing on it needs a script. */
export default {
  route: '/dev',
  title: 'Development',
  clientRouting: false,
  meta: { Page: { env: { server: true, client: false } } },
} satisfies Config;

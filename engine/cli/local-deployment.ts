import type { Deployment } from '#engine/documents/types.ts';

/** For commands that look at documents for no deployment in particular; only links to the site's own origin depend on it. */
export const localDeployment: Deployment = { basePath: '/', publicOrigin: 'https://localhost', webViewScheme: '' };

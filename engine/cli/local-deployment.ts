import type { Deployment } from '#engine/documents/types.ts';

/** For commands that are independent of a deployment; only links to the site's own origin depend on it. */
export const localDeployment: Deployment = { basePath: '/', publicOrigin: 'https://localhost', webViewScheme: '' };

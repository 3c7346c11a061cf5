/** Host of the tag manager's script. */
export const TAG_MANAGER_ORIGIN = 'https://www.googletagmanager.com';

/** Trusted Types policy of the module that loads consent service and tag manager. */
export const TAG_POLICY = 'vitrine-tags';

/** The tag manager's own Trusted Types policy, which its scripts require. */
const OWN_POLICY = 'goog#html';

/** Hosts that its tags send data to. */
const REPORTS = 'https://*.google-analytics.com https://*.analytics.google.com https://www.google.com';

/**
 * Policy for the tag manager. It allows no inline code and no `eval`, and so no custom HTML and custom JavaScript.
 */
export const tagManagerSources = {
  script: TAG_MANAGER_ORIGIN,
  image: `${TAG_MANAGER_ORIGIN} ${REPORTS}`,
  connect: `${TAG_MANAGER_ORIGIN} ${REPORTS}`,
  frame: TAG_MANAGER_ORIGIN,
  policies: OWN_POLICY,
} as const;

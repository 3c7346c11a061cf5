import { TAG_MANAGER_ORIGIN, TAG_POLICY } from '#engine/shared/tag-manager.ts';

let policy: { createScriptURL(url: string): string } | undefined;

/**
 * The address of a script of this site, or of the tag manager, as script elements take it. Pages without a loader have no policy of
 * their own yet.
 */
export function trustedScript(url: string): string {
  // The loader's policy takes paths of this origin.
  if (window.vitrine !== undefined && url.startsWith('/')) return window.vitrine.policy.createScriptURL(url);
  policy ??= window.trustedTypes?.createPolicy(TAG_POLICY, rules) ?? rules;
  return policy.createScriptURL(url);
}

/** Nothing here makes markup: a policy without a rule for it refuses. */
const rules = {
  createScriptURL(url: string): string {
    if (!/^\/[^/]/.test(url) && !url.startsWith(`${TAG_MANAGER_ORIGIN}/`)) throw new TypeError(`${url} is foreign.`);
    return url;
  },
};

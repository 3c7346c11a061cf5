import { TAG_MANAGER_ORIGIN, TAG_POLICY } from '#engine/shared/tag-manager.ts';

let policy: { createScriptURL(url: string): string } | undefined;

/** A script address of this site or the tag manager as a trusted value. Pages without a loader have no policy yet. */
export function trustScript(url: string): string {
  // The loader's policy accepts paths of this origin.
  if (window.vitrine !== undefined && url.startsWith('/')) return window.vitrine.policy.createScriptURL(url);
  policy ??= window.trustedTypes?.createPolicy(TAG_POLICY, rules) ?? rules;
  return policy.createScriptURL(url);
}

/** Without a rule for markup, which is rejected therefore. */
const rules = {
  createScriptURL(url: string): string {
    if (!/^\/[^/]/.test(url) && !url.startsWith(`${TAG_MANAGER_ORIGIN}/`)) throw new TypeError(`${url} is foreign.`);
    return url;
  },
};

const UPGRADE = '; upgrade-insecure-requests';

/** Adds `upgrade-insecure-requests` to a policy over HTTPS. */
export function buildUpgradePolicy(policy: string, secure: boolean): string {
  const plain = policy.endsWith(UPGRADE) ? policy.slice(0, -UPGRADE.length) : policy;
  return secure ? plain + UPGRADE : plain;
}

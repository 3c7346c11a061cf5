const UPGRADE = '; upgrade-insecure-requests';

/** The policy of the same page where it is served over HTTPS, or is not. */
export function upgradePolicy(policy: string, secure: boolean): string {
  const plain = policy.endsWith(UPGRADE) ? policy.slice(0, -UPGRADE.length) : policy;
  return secure ? plain + UPGRADE : plain;
}

/** What a site is put together from. */
export interface SiteConfig {
  /** Folders of `journeys/`, in the order in which they are asked. */
  readonly journeys: readonly string[];
}

/** Types what `vitrine.config.ts` exports. */
export function defineSite(config: SiteConfig): SiteConfig {
  return config;
}

/** Configuration of a site. */
export interface SiteConfig {
  /** Folders of `journeys/`, in order of precedence. */
  readonly journeys: readonly string[];
}

/** Types the export of `vitrine.config.ts`. */
export function defineSite(config: SiteConfig): SiteConfig {
  return config;
}

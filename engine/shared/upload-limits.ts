/** Limits of uploaded images. */
export const uploadLimits = {
  /** Bytes of a file. */
  bytes: 25_000_000,
  /** That of a high-resolution camera; more would need gigabytes to decode. */
  pixels: 60_000_000,
  /** Longer sides are scaled down to this: pages show 1,600 pixels, also for a crop. */
  side: 4_000,
  /** Pixels of a thumbnail. */
  thumbnail: 320,
} as const;

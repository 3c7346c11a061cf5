/** What an uploaded image may be. */
export const uploadLimits = {
  /** Bytes of a file. */
  bytes: 25_000_000,
  /** Of a high-resolution camera; more would take gigabytes to decode. */
  pixels: 60_000_000,
  /** Longer sides are scaled down to so many pixels: pages show 1,600, also of a crop. */
  side: 4_000,
  /** Of a thumbnail. */
  thumbnail: 320,
} as const;

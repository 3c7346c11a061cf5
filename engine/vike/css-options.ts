import type { CSSOptions } from 'vite';

export const cssOptions: CSSOptions = {
  transformer: 'lightningcss',
  // Named by content, not by file: the class map and its `?inline` text are two modules and must agree on names.
  lightningcss: { cssModules: { pattern: '[content-hash]_[local]', grid: false } },
};

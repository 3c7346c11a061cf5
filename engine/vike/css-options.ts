import type { CSSOptions } from 'vite';

export const cssOptions: CSSOptions = {
  transformer: 'lightningcss',
  // By content, not by file name: the class map and its `?inline` text are two modules and must agree on every name.
  lightningcss: { cssModules: { pattern: '[content-hash]_[local]', grid: false } },
};

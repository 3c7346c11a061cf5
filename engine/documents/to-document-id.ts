/** The id in a path of the site or of a file, such as `pages/press` in `./pages-config/pages/press.json`. */
export const toDocumentId = (path: string): string =>
  path.replace(/^(?:\.{0,2}\/)*(?:pages-config\/)?/, '').replace(/\.json$/, '');

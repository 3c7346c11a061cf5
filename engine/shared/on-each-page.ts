/** An experiment for each of its pages, the main one first: with that page's document, feature and variations. */
export function onEachPage<Page extends object, Experiment extends Page & { readonly pages: readonly Page[] }>(
  experiment: Experiment,
): readonly Experiment[] {
  const { pages } = experiment;
  return pages.length === 0 ? [experiment] : [experiment, ...pages.map((page) => ({ ...experiment, ...page }))];
}

/** An experiment as it is on each of its pages, the first one first: with that document, its feature and what the variations show there. */
export function onEachPage<Page extends object, Experiment extends Page & { readonly pages: readonly Page[] }>(
  experiment: Experiment,
): readonly Experiment[] {
  const { pages } = experiment;
  return pages.length === 0 ? [experiment] : [experiment, ...pages.map((page) => ({ ...experiment, ...page }))];
}

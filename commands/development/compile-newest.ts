/**
 * Compiles again after a failure when pages were refreshed meanwhile: the page for the failure of former code would claim to show the
 * newest, and stay.
 *
 * @param compile compiles with the code after that many refreshes, or newer code
 */
export async function compileNewest<Made>(
  refreshes: { readonly count: number },
  compile: (refresh: number) => Promise<Made>,
): Promise<Made> {
  const { count } = refreshes;
  try {
    return await compile(count);
  } catch (error) {
    if (count === refreshes.count) throw error;
    return compileNewest(refreshes, compile);
  }
}

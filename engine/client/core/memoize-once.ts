/** Does something at its first use only; what failed is tried again at the next one. */
export function memoizeOnce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}

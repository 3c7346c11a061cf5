/** Adds what the browser keeps of a visitor whom a forbidden site sent: the server judges whether a code may be used after all (B2). */
export function addStoredReferral(fields: FormData): void {
  try {
    for (const key of ['rc', 'fref']) {
      const value = localStorage.getItem(key);
      if (value !== null) fields.set(key, value);
    }
  } catch {
    // A browser that refuses storage keeps nothing.
  }
}

/** Memoises a function by key, for few keys such as languages: creating `Intl` formats is expensive. */
export function memoizePer<Key extends string, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Memoises a function by object, for the object's lifetime. */
export function memoizePerObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let known = made.get(key);
    if (known === undefined) made.set(key, (known = { value: make(key) }));
    return known.value;
  };
}

/**
 * `view` with a value that is computed when it is first used. It is no part of the page's digest: something else in the
 * view has to change with it.
 */
export function withLazy<V extends object, Name extends string, T>(
  view: V,
  name: Name,
  compute: () => T,
): V & { readonly [N in Name]: T } {
  // What it is computed from is let go with the function.
  let state: { compute: () => T } | { value: T } = { compute }
  const get = () => {
    if ('compute' in state) state = { value: state.compute() }
    return state.value
  }
  // Not enumerable, so that JSON leaves it out.
  Object.defineProperty(view, name, { get })
  return view as V & { readonly [N in Name]: T }
}

/** Computes what `withLazy` has left for later, in a view and all that it holds: for what is used when the content is another. */
export function computeLazy(view: unknown): void {
  if (typeof view !== 'object' || view === null) return
  for (const { get, value } of Object.values(Object.getOwnPropertyDescriptors(view)))
    computeLazy(get === undefined ? value : get.call(view))
}

/** What a figure shows of a query; `hasData` says whether an answer has anything in it. */
export function stateOf(
  { isPending, isError, data }: { isPending: boolean; isError: boolean; data?: unknown },
  hasData: boolean,
): 'loading' | 'error' | 'empty' | 'data' {
  if (isPending) return 'loading'
  if (isError && data === undefined) return 'error'
  return hasData ? 'data' : 'empty'
}

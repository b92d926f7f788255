import { useState } from 'react'

/** Counts calls whose answers may come in another order. Begins one; what it returns tells whether it is still the latest. */
export function latestCall(): () => () => boolean {
  let calls = 0
  return () => {
    const call = (calls += 1)
    return () => call === calls
  }
}

/** The calls of a component: the answer to an earlier one is not for what has been chosen since. */
export function useLatestCall(): () => () => boolean {
  return useState(latestCall)[0]
}

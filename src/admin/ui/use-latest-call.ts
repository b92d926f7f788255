import { useRef } from 'react'

/** Begins a call. Returns what tells whether none was begun since: an earlier call may be answered after a later one. */
export function useLatestCall(): () => () => boolean {
  const calls = useRef(0)
  return () => {
    const call = (calls.current += 1)
    return () => call === calls.current
  }
}

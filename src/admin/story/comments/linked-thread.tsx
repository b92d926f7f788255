import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { threadsQuery } from './comments.ts'
import type { Comments } from './comments-context.tsx'

/** Opens the thread that the address names, once it is loaded, and takes it out of the address. */
export function LinkedThread({ thread, comments }: { thread: string; comments: Comments }) {
  const navigate = useNavigate()
  const { data } = useQuery(threadsQuery(comments.subject))
  const isLoaded = data !== undefined
  const open = useEffectEvent(() => {
    // One that is gone leaves the other comments.
    if (data?.some(({ id }) => id === thread) === true) comments.choose(thread)
    else comments.open()
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, thread: undefined }),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  })
  useEffect(() => {
    if (isLoaded) open()
  }, [isLoaded, thread])
  return null
}

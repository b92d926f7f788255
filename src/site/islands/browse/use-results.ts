import { useEffect, useMemo, useState } from 'react'
import { browseUrl, isDefaultList, parseBrowseParams } from '../../browse-params.ts'
import type { BrowseParams } from '../../browse-params.ts'
import { readerClient } from '../reader-client.ts'
import { findStories } from '../story-search.ts'
import type { SearchResults, StoryResult } from '../story-search.ts'

/** What came back for a params; `found` is null when the request failed. */
interface Answer {
  params: BrowseParams
  found: SearchResults<StoryResult> | null
}

const client = readerClient()

/**
 * The answer to the params, or while it is on its way the one before. A params that is no longer asked is never
 * answered; null when nothing has come yet, and for the list that the page was built with.
 */
export function useResults(params: BrowseParams): { answer: Answer | null; waiting: boolean } {
  // How the list is laid out changes nothing about it.
  const key = browseUrl({ ...params, view: 'grid' })
  const wanted = useMemo(() => parseBrowseParams(new URLSearchParams(key.split('?')[1])), [key])
  const [answer, setAnswer] = useState<Answer | null>(null)

  useEffect(() => {
    if (isDefaultList(wanted)) {
      setAnswer(null)
      return
    }
    const stop = new AbortController()
    const finish = (found: Answer['found']) => {
      if (!stop.signal.aborted) setAnswer({ params: wanted, found })
    }
    findStories(client, wanted, stop.signal).then(finish, (error: unknown) => {
      if (!stop.signal.aborted) console.error('Error fetching articles:', error)
      finish(null)
    })
    return () => stop.abort()
  }, [wanted])

  return { answer, waiting: answer?.params !== wanted }
}

import { useEffect, useMemo, useState } from 'react'
import { type BrowseParams, browseUrl, isDefaultList, parseBrowseParams } from '../../browse-params.ts'
import { readerClient } from '../reader-client.ts'
import { type SearchResults, type StoryResult, findStories } from '../story-search.ts'

/** The results for `params`; `found` is null when the request failed. */
interface Answer {
  params: BrowseParams
  found: SearchResults<StoryResult> | null
}

const client = readerClient()

/**
 * Results for the params, or the previous ones while waiting. Outdated requests are aborted. Null when nothing has
 * arrived yet, and for the pre-rendered list.
 */
export function useResults(params: BrowseParams): { answer: Answer | null; waiting: boolean } {
  // The view does not change the results.
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

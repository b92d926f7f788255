import { useEffect, useMemo, useState } from 'react'
import { addressOf, isAsBuilt, questionOf } from '../../browse-question.ts'
import type { BrowseQuestion } from '../../browse-question.ts'
import { readerClient } from '../reader-client.ts'
import { findStories } from '../story-requests.ts'
import type { Found, FoundStory } from '../story-requests.ts'

/** What came back for a question; `found` is null when the request failed. */
interface Answer {
  question: BrowseQuestion
  found: Found<FoundStory> | null
}

const client = readerClient()

/**
 * The answer to the question, or while it is on its way the one before. A question that is no longer asked is never
 * answered; null when nothing has come yet, and for the list that the page was built with.
 */
export function useFound(question: BrowseQuestion): { answer: Answer | null; waiting: boolean } {
  // How the list is laid out changes nothing about it.
  const key = addressOf({ ...question, view: 'grid' })
  const wanted = useMemo(() => questionOf(new URLSearchParams(key.split('?')[1])), [key])
  const [answer, setAnswer] = useState<Answer | null>(null)

  useEffect(() => {
    if (isAsBuilt(wanted)) {
      setAnswer(null)
      return
    }
    const stop = new AbortController()
    const finish = (found: Answer['found']) => {
      if (!stop.signal.aborted) setAnswer({ question: wanted, found })
    }
    findStories(client, wanted, stop.signal).then(finish, (error: unknown) => {
      if (!stop.signal.aborted) console.error('Error fetching articles:', error)
      finish(null)
    })
    return () => stop.abort()
  }, [wanted])

  return { answer, waiting: answer?.question !== wanted }
}

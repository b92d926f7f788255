import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { serverClock } from '../../../../backend/server-clock.ts'
import {
  type DrawnStory,
  type drawnAtSchema,
  STORY_PREVIEW_PATH,
  drawnStorySchema,
} from '../../../../domain/newsroom/preview.ts'
import { askPublisher, hasPublisher } from '../../../data/requests/publisher.ts'
import { type ArticlePatch, articlePatch, serializeForm } from '../saving/form.ts'
import type { SaveState } from '../saving/state.ts'
import { useEditingSession } from '../use-editing-session.ts'

/** From the last key until the page is asked for. */
const PAUSE_MS = 100
/** What a story is called that has no title yet, and its address. */
export const UNTITLED = { title: 'Untitled Article', slug: 'untitled-article' }

/** The page as it was drawn last (null: not yet), and what to say of it (null: nothing). */
interface DrawnPage {
  html: string | null
  notice: string | null
}

/**
 * The page of the story on the screen, as it would be published, drawn by the publisher at first and in each pause of
 * writing; null where no publisher answers.
 */
export function useDrawnStory(): DrawnPage | null {
  const { session } = useEditingSession()
  const [page, setPage] = useState<DrawnPage | null>(() =>
    hasPublisher() ? { html: null, notice: null } : null,
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = new AbortController()
    let sent: string | null = null
    const draw = async () => {
      const body = JSON.stringify(shownText(session.state))
      if (body === sent) return
      sent = body
      asked.abort()
      asked = new AbortController()
      const { signal } = asked
      const drawn = hasPublisher()
        ? await askPublisher<DrawnStory>(STORY_PREVIEW_PATH, body, drawnStorySchema, signal)
        : null
      if (signal.aborted) return
      // Asked again when the text changes.
      if (drawn === null) sent = null
      setPage((before) => pageAfter(before, drawn))
    }
    void draw()
    const stop = session.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => void draw(), PAUSE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
      asked.abort()
    }
  }, [session])
  return page
}

function pageAfter(before: DrawnPage | null, drawn: DrawnStory | null): DrawnPage | null {
  if (drawn === null) return hasPublisher() ? before : null
  if ('html' in drawn) return { html: drawn.html, notice: refusalText(drawn, serverClock.now()) }
  return { html: before?.html ?? null, notice: `The page cannot be drawn as it is: ${drawn.problem}` }
}

/** Why a story that is drawn would not be published; null where it would. */
export function refusalText({ moment, refused }: z.infer<typeof drawnAtSchema>, now: Date): string | null {
  if (refused === null) return null
  const day =
    Date.parse(moment) > now.getTime() ? serverClock.calendar.format(moment, 'longDateAndTime') : null
  return `This would not be published: ${refused}. The page is drawn ${
    day === null ? '' : `as it will be on ${day}, `
  }without files that may not be shown then.`
}

/** The text on the screen, as what it changes of the story that is stored. */
function shownText({ form: state, saved }: Pick<SaveState, 'form' | 'saved'>) {
  const form = serializeForm(state)
  const patch: ArticlePatch = articlePatch(form, saved?.form ?? null, 'published')
  for (const field of ['title', 'slug'] as const)
    if (patch[field]?.trim() === '') patch[field] = UNTITLED[field]
  return { article: saved?.id ?? null, patch, tags: form.tag_ids }
}

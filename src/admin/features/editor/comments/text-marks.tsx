import type { Editor } from '@tiptap/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { movePassage, threadsQuery } from '../../../story/comments/comments.ts'
import type { Comments } from '../../../story/comments/comments-context.tsx'
import { PassageMarks } from '../../../writing/passages.ts'
import { useSaveState } from '../use-editing-session.ts'

/** Marks the passages of the threads in the text, and stores their places after each save. */
export function TextMarks({ editor, comments }: { editor: Editor; comments: Comments }) {
  const { subject, chosen, setText, setPlaces } = comments
  const { data: threads } = useQuery(threadsQuery(subject))
  const saved = useSaveState((state) => state.saved)
  const workingCopy = useSaveState((state) => state.workingCopy)
  const marks = useRef<PassageMarks>(null)
  const choose = useEffectEvent((id: string) => comments.choose(id))

  useEffect(() => {
    const made = new PassageMarks(editor, { choose: (id) => choose(id), places: setPlaces })
    marks.current = made
    setText({
      show: (id) => made.select(id),
      focus: () => editor.commands.focus(),
    })
    return () => {
      made.end()
      marks.current = null
      setText(null)
      setPlaces(null)
    }
  }, [editor, setText, setPlaces])

  useEffect(() => {
    if (threads === undefined) return
    // Resolved threads are tracked, so that they are found when opened again, but not marked.
    const passages = threads.flatMap(({ id, place, resolved_at }) =>
      place.kind === 'passage' && (resolved_at === null || id === chosen)
        ? [{ id, passage: place.passage }]
        : [],
    )
    marks.current?.show(passages, chosen)
  }, [editor, threads, chosen])

  const storePlaces = useEffectEvent(() => {
    const current = marks.current?.current()
    for (const { id, place } of threads ?? []) {
      const passage = current?.get(id)
      if (place.kind !== 'passage' || passage === undefined) continue
      const keys = ['quote', 'prefix', 'suffix', 'is_repeated'] as const
      // A failure loses nothing: the passage is found by what was stored before, or stored with the next save.
      if (keys.some((key) => passage[key] !== place.passage[key]))
        movePassage(id, passage).catch(() => undefined)
    }
  })
  useEffect(() => storePlaces(), [saved, workingCopy])
  return null
}

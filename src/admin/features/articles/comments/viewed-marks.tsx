import { useQuery } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import {
  type Passage,
  type Range as Offsets,
  findPassage,
  passageAt,
} from '../../../../domain/story/passage.ts'
import { threadsQuery } from '../../../story/comments/comments.ts'
import type { Comments } from '../../../story/comments/comments-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { EDITOR_SHORTCUTS, ariaKeyShortcuts, isPressed } from '../../../ui/keys/shortcuts.ts'
import { useKeyDown } from '../../../ui/keys/use-key-down.ts'
import { offsetsOf, rangeAt, shownText } from './shown-text.ts'

/** Names of the highlights in the stylesheet. */
const MARKED = 'commented'
const CHOSEN = 'chosen-comment'

/** The selected range of the page, when all of it is within an element. */
function selectedIn(element: Element | null): Range | null {
  const selection = getSelection()
  if (element === null || selection === null || selection.isCollapsed || selection.rangeCount === 0)
    return null
  const range = selection.getRangeAt(0)
  return element.contains(range.commonAncestorContainer) ? range : null
}

/**
 * Marks the passages of the threads in a text that is read, without changing the page, and offers to comment on what is
 * selected there.
 */
export function ViewedMarks({ comments, text }: { comments: Comments; text: RefObject<HTMLElement | null> }) {
  const { subject, chosen, setText, setPlaces } = comments
  const { data: threads } = useQuery(threadsQuery(subject))
  const places = useRef<ReadonlyMap<string, Offsets>>(new Map())

  const selected = (): Passage | null => {
    const range = selectedIn(text.current)
    if (range === null || text.current === null) return null
    const shown = shownText(text.current)
    const offsets = offsetsOf(shown, range)
    return offsets && passageAt(shown.text, offsets)
  }
  const show = (id: string) => {
    const place = places.current.get(id)
    if (place === undefined || text.current === null) return
    const { startContainer } = rangeAt(shownText(text.current), place.from, place.to)
    startContainer.parentElement?.scrollIntoView({ block: 'center' })
  }
  const showNow = useEffectEvent(show)
  useEffect(() => {
    setText({
      show: (id) => showNow(id),
      focus: () => text.current?.focus({ preventScroll: true }),
    })
    return () => {
      setText(null)
      setPlaces(null)
    }
  }, [text, setText, setPlaces])

  useEffect(() => {
    if (threads === undefined || text.current === null) return
    const shown = shownText(text.current)
    const found = new Map<string, Offsets>()
    for (const { id, place, resolved_at } of threads) {
      const isMarked = resolved_at === null || id === chosen
      const range = place.kind === 'passage' && isMarked ? findPassage(shown.text, place.passage) : null
      if (range !== null) found.set(id, range)
    }
    places.current = found
    setPlaces(new Map([...found].map(([id, { from }]) => [id, from])))
    // Browsers without highlights show the threads all the same.
    if (!('highlights' in CSS)) return
    const rangesOf = (isChosen: boolean) =>
      [...found]
        .filter(([id]) => (id === chosen) === isChosen)
        .map(([, { from, to }]) => rangeAt(shown, from, to))
    CSS.highlights.set(MARKED, new Highlight(...rangesOf(false)))
    CSS.highlights.set(CHOSEN, new Highlight(...rangesOf(true)))
    return () => {
      CSS.highlights.delete(MARKED)
      CSS.highlights.delete(CHOSEN)
    }
  }, [threads, chosen, text, setPlaces])

  const chooseAt = useEffectEvent(() => {
    const selection = getSelection()
    if (selection === null || !selection.isCollapsed || text.current === null || selection.rangeCount === 0)
      return
    const { startContainer, startOffset } = selection.getRangeAt(0)
    const at = shownText(text.current).nodes.find(({ node }) => node === startContainer)
    if (at === undefined) return
    const offset = at.offset + startOffset
    const found = [...places.current].find(([, { from, to }]) => from <= offset && offset < to)
    if (found !== undefined) comments.choose(found[0])
  })
  useEffect(() => {
    const element = text.current
    const onClick = () => chooseAt()
    element?.addEventListener('click', onClick)
    return () => element?.removeEventListener('click', onClick)
  }, [text])

  const comment = () => {
    const passage = selected()
    if (passage === null) return comments.open()
    getSelection()?.removeAllRanges()
    comments.startOn({ kind: 'passage', passage })
  }
  useKeyDown((event) => {
    if (!isPressed(EDITOR_SHORTCUTS.comment, event)) return
    event.preventDefault()
    comment()
  })
  return <SelectionButton text={text} onPress={comment} />
}

/** The position of the button, as 'left top' in pixels of the page; '' while nothing is selected. */
function placeBelowSelection(element: Element | null): string {
  const box = selectedIn(element)?.getBoundingClientRect()
  if (box === undefined) return ''
  const left = Math.min(Math.max(8, box.left + box.width / 2 - 56), innerWidth - 120)
  return `${left + scrollX} ${box.bottom + 8 + scrollY}`
}

function onSelection(onChange: () => void): () => void {
  document.addEventListener('selectionchange', onChange)
  return () => document.removeEventListener('selectionchange', onChange)
}

/** The button below the selected words. */
function SelectionButton({ text, onPress }: { text: RefObject<HTMLElement | null>; onPress: () => void }) {
  const place = useSyncExternalStore(onSelection, () => placeBelowSelection(text.current))
  if (place === '') return null
  const [left, top] = place.split(' ').map(Number)
  return createPortal(
    <div className="absolute z-20 shadow-raised" style={{ left, top }}>
      <Button
        size="sm"
        preventFocusOnPress
        aria-keyshortcuts={ariaKeyShortcuts(EDITOR_SHORTCUTS.comment)}
        onPress={onPress}
      >
        <MessageSquarePlus aria-hidden className="size-4" />
        Comment
      </Button>
    </div>,
    document.body,
  )
}

import { type Editor, useEditorState } from '@tiptap/react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { type BlockDialogs, type InsertableBlock, findBlocks } from './insertable-blocks.ts'

/** A `/` with what was typed after it, alone in a paragraph, and where it begins. */
interface Search {
  text: string
  from: number
}

function searchOf({ state: { selection } }: Editor): Search | null {
  const { $from, empty } = selection
  if (!empty || $from.depth !== 1 || $from.parent.type.name !== 'paragraph') return null
  const { textContent } = $from.parent
  const isSearch = /^\/\p{L}*$/u.test(textContent) && $from.parentOffset === textContent.length
  return isSearch ? { text: textContent.slice(1), from: $from.start() } : null
}

type MenuProps = BlockDialogs & { editor: Editor }

/** The menu of blocks that `/` opens in an empty paragraph: typing narrows it, arrow keys and Enter choose. */
export function BlockMenu(props: MenuProps) {
  const { editor } = props
  const search: Search | null = useEditorState({
    editor,
    selector: ({ editor: current }) => searchOf(current),
  })
  return search === null ? null : <OpenBlockMenu key={search.from} {...props} {...search} />
}

/** The height of the menu with all blocks, in pixels. */
const MENU_HEIGHT = 400

function OpenBlockMenu({ editor, text, from, ...dialogs }: MenuProps & Search) {
  const id = useId()
  const [isClosed, setClosed] = useState(false)
  const [active, setActive] = useState(0)
  const blocks = isClosed ? [] : findBlocks(text)
  const current = Math.min(active, blocks.length - 1)
  const isOpen = blocks.length > 0

  const choose = (block: InsertableBlock) => {
    editor.commands.deleteRange({ from, to: from + text.length + 1 })
    block.insert(editor, dialogs)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const block = blocks[current]
    if (block === undefined || event.isComposing) return
    if (event.key === 'ArrowDown') setActive((current + 1) % blocks.length)
    else if (event.key === 'ArrowUp') setActive((current + blocks.length - 1) % blocks.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(block)
    else if (event.key === 'Escape') setClosed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const { dom } = editor.view
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    // Before the editor's own keys.
    dom.addEventListener('keydown', listener, true)
    return () => dom.removeEventListener('keydown', listener, true)
  }, [editor])
  useEffect(() => {
    const { dom } = editor.view
    if (!isOpen) return undefined
    dom.setAttribute('aria-controls', id)
    dom.setAttribute('aria-activedescendant', `${id}-${current}`)
    return () => {
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('aria-activedescendant')
    }
  }, [editor, id, isOpen, current])

  if (!isOpen) return null
  const { left, bottom, top } = editor.view.coordsAtPos(from)
  const opensUp = bottom + MENU_HEIGHT > window.innerHeight && top > MENU_HEIGHT
  return createPortal(
    <div
      id={id}
      role="listbox"
      aria-label="Blocks"
      style={{ left, ...(opensUp ? { bottom: window.innerHeight - top + 6 } : { top: bottom + 6 }) }}
      className="fixed z-50 max-h-100 w-64 overflow-y-auto rounded-md border border-rule bg-card p-1 text-sm shadow-raised"
    >
      {blocks.map((block, at) => (
        <button
          key={block.label}
          id={`${id}-${at}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === current}
          onPointerMove={() => setActive(at)}
          // A press would take the focus from the text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(block)}
          className="flex w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-start aria-selected:bg-tint"
        >
          <block.icon aria-hidden className="size-4 text-soft" />
          {block.label}
        </button>
      ))}
    </div>,
    document.body,
  )
}

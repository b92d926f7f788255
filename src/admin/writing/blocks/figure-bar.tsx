import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'
import {
  type LucideIcon,
  AlignCenter,
  Captions,
  Columns2,
  Maximize2,
  MessageSquarePlus,
  MessageSquareText,
  PanelRight,
  RectangleHorizontal,
  Replace,
  Trash2,
  Ungroup,
} from 'lucide-react'
import { createPortal } from 'react-dom'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { Toolbar } from 'react-aria-components/Toolbar'
import type { FigureWidth } from '../../../domain/body/elements.ts'
import { FocusButton } from '../../media-picker/focus/focus-controls.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import type { FigureAttributes, PlacedFigure } from './figure.ts'
import { canJoinRow, joinRow, leaveRow } from './pictures.ts'

/** A tool: its name, and the word below its icon. */
interface Tool {
  label: string
  word: string
  icon: LucideIcon
}

const WIDTHS: readonly (Tool & { width: FigureWidth | null })[] = [
  { width: null, label: 'As wide as the text', word: 'Text', icon: AlignCenter },
  { width: 'wide', label: 'Wide', word: 'Wide', icon: RectangleHorizontal },
  { width: 'full', label: 'As wide as the window', word: 'Window', icon: Maximize2 },
  { width: 'margin', label: 'In the margin', word: 'Margin', icon: PanelRight },
]

/** The picture that is selected, or whose caption holds the cursor, and the block whose width it has. */
interface ActiveFigure extends PlacedFigure {
  isInRow: boolean
  block: number
  width: FigureWidth | null
  canJoin: boolean
}

function activeFigure({ doc, selection }: EditorState): ActiveFigure | null {
  const { $from } = selection
  const isCaption = $from.parent.type.name === 'figure'
  const isSelected = selection instanceof NodeSelection && selection.node.type.name === 'figure'
  if (!isCaption && !isSelected) return null
  const position = isCaption ? $from.before() : $from.pos
  const figure = doc.nodeAt(position)
  if (figure === null) return null
  const { src, alt, dataWidth = null } = figure.attrs as FigureAttributes
  const $position = doc.resolve(position)
  const isInRow = $position.parent.type.name === 'pictures'
  const row = $position.parent.attrs as { dataWidth?: FigureWidth | null }
  return {
    ...{ position, src, alt, isInRow },
    block: isInRow ? $position.before() : position,
    width: isInRow ? (row.dataWidth ?? null) : dataWidth,
    canJoin: canJoinRow(doc, position),
  }
}

interface FigureCallbacks {
  onEditAlt: (figure: PlacedFigure) => void
  onReplace: (figure: PlacedFigure) => void
  /** Absent where nothing can be commented on. */
  onComment?: ((url: string) => void) | undefined
}

/** The tools of the picture that is selected, above it: its width, its texts, its place among other pictures. */
export function FigureBar({ editor, ...callbacks }: FigureCallbacks & { editor: Editor }) {
  const active: ActiveFigure | null = useEditorState({
    editor,
    selector: ({ editor: { state } }) => activeFigure(state),
  })
  if (active === null) return null
  const dom = editor.view.nodeDOM(active.position)
  const place = dom instanceof HTMLElement ? dom.querySelector(':scope > .figure-bar') : null
  if (place === null) return null
  const { block, isInRow } = active
  const chain = () => editor.chain().focus()
  const actions = figureActions(active, chain, callbacks)
  return createPortal(
    <Toolbar
      aria-label="Picture"
      ref={keepWithinText}
      className="flex overflow-x-auto rounded-md border border-rule bg-card p-1 shadow-raised"
    >
      {WIDTHS.filter(({ width }) => !isInRow || width !== 'margin').map(
        ({ width, label, word, icon: Icon }) => (
          <Tooltip key={label} text={label}>
            <ToggleButton
              aria-label={label}
              isSelected={active.width === width}
              preventFocusOnPress
              onChange={() =>
                chain()
                  .command(({ tr }) => {
                    tr.setNodeAttribute(block, 'dataWidth', width)
                    return true
                  })
                  .run()
              }
              className={`${BUTTON} data-hovered:bg-tint data-selected:bg-tint`}
            >
              <Icon aria-hidden className="size-4" />
              {word}
            </ToggleButton>
          </Tooltip>
        ),
      )}
      <span aria-hidden className="mx-1 w-px self-stretch bg-rule" />
      {actions
        .filter(({ isAbsent }) => isAbsent !== true)
        .map(({ label, word, icon: Icon, run }) => (
          <Tooltip key={label} text={label}>
            <Button variant="ghost" aria-label={label} onPress={run} className={BUTTON}>
              <Icon aria-hidden className="size-4" />
              {word}
            </Button>
          </Tooltip>
        ))}
      {active.src !== '' && (
        <FocusButton
          url={active.src}
          label="Focus"
          word="Focus"
          className={`${BUTTON} w-auto! border-0! bg-transparent!`}
        />
      )}
    </Toolbar>,
    place,
  )
}

function figureActions(
  active: ActiveFigure,
  chain: () => ChainedCommands,
  { onEditAlt, onReplace, onComment }: FigureCallbacks,
): (Tool & { run: () => void; isAbsent?: boolean })[] {
  const { position, isInRow } = active
  const isPlace = active.src === ''
  return [
    {
      label: 'Put beside the picture above',
      word: 'Beside',
      icon: Columns2,
      isAbsent: !active.canJoin,
      run: () => joinRow(chain(), position).run(),
    },
    {
      label: 'Take out of the row',
      word: 'Take out',
      icon: Ungroup,
      isAbsent: !isInRow,
      run: () => leaveRow(chain(), position).run(),
    },
    {
      label: 'Caption',
      word: 'Caption',
      icon: Captions,
      run: () =>
        chain()
          .setTextSelection(position + 1)
          .run(),
    },
    {
      label: 'Alt text',
      word: 'Alt',
      icon: MessageSquareText,
      isAbsent: isPlace,
      run: () => onEditAlt(active),
    },
    {
      ...(isPlace ? { label: 'Choose a picture', word: 'Choose' } : { label: 'Replace', word: 'Replace' }),
      icon: Replace,
      run: () => onReplace(active),
    },
    {
      label: 'Comment',
      word: 'Comment',
      icon: MessageSquarePlus,
      isAbsent: onComment === undefined || isPlace,
      run: () => onComment?.(active.src),
    },
    {
      label: 'Remove',
      word: 'Remove',
      icon: Trash2,
      run: () => chain().setNodeSelection(position).deleteSelection().run(),
    },
  ]
}

const BUTTON =
  'flex h-11! min-w-12 shrink-0 flex-col items-center justify-center gap-0.5! rounded-md px-1! text-[0.6875rem]! leading-none! font-medium! text-ink/80 transition-colors duration-200 data-selected:text-ink'

/** Moves the tools to the left, and makes them narrower, as far as needed to fit within the text. */
function keepWithinText(bar: HTMLElement | null) {
  const [place, text] = [bar?.parentElement, bar?.closest('.writing-body')]
  const figure = place?.parentElement
  if (bar === null || !place || !figure || !text) return undefined
  const fit = () => {
    const room = text.getBoundingClientRect()
    bar.style.maxInlineSize = `${room.width}px`
    const shift = Math.min(0, room.right - bar.offsetWidth - figure.getBoundingClientRect().left)
    place.style.setProperty('--bar-shift', `${shift}px`)
  }
  const observer = new ResizeObserver(fit)
  for (const element of [bar, figure, text]) observer.observe(element)
  return () => observer.disconnect()
}

import { type Editor, useEditorState } from '@tiptap/react'
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
import type { FigureWidth } from '../../domain/body/elements.ts'
import { FocusButton } from '../media-picker/focus/focus-controls.tsx'
import { Button } from '../ui/button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import type { FigureAttributes, PlacedFigure } from './figure.ts'
import { canJoinRow, joinRow, leaveRow } from './pictures.ts'

const WIDTHS: readonly { width: FigureWidth | null; label: string; icon: LucideIcon }[] = [
  { width: null, label: 'As wide as the text', icon: AlignCenter },
  { width: 'wide', label: 'Wide', icon: RectangleHorizontal },
  { width: 'full', label: 'As wide as the window', icon: Maximize2 },
  { width: 'margin', label: 'In the margin', icon: PanelRight },
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

/** The tools of the picture that is selected, over it: its width, its texts, its place among other pictures. */
export function FigureBar({
  editor,
  onEditAlt,
  onReplace,
  onComment,
}: {
  editor: Editor
  onEditAlt: (figure: PlacedFigure) => void
  onReplace: (figure: PlacedFigure) => void
  /** Absent where nothing can be commented on. */
  onComment?: ((url: string) => void) | undefined
}) {
  const active: ActiveFigure | null = useEditorState({
    editor,
    selector: ({ editor: { state } }) => activeFigure(state),
  })
  if (active === null) return null
  const dom = editor.view.nodeDOM(active.position)
  const place = dom instanceof HTMLElement ? dom.querySelector(':scope > .figure-bar') : null
  if (place === null) return null
  const { position, block, isInRow } = active
  const chain = () => editor.chain().focus()
  const actions: readonly { label: string; icon: LucideIcon; run: () => void; isAbsent?: boolean }[] = [
    {
      label: 'Put beside the picture above',
      icon: Columns2,
      isAbsent: !active.canJoin,
      run: () => joinRow(chain(), position).run(),
    },
    {
      label: 'Take out of the row',
      icon: Ungroup,
      isAbsent: !isInRow,
      run: () => leaveRow(chain(), position).run(),
    },
    {
      label: 'Caption',
      icon: Captions,
      run: () =>
        chain()
          .setTextSelection(position + 1)
          .run(),
    },
    { label: 'Alt text', icon: MessageSquareText, run: () => onEditAlt(active) },
    { label: 'Replace', icon: Replace, run: () => onReplace(active) },
    {
      label: 'Comment',
      icon: MessageSquarePlus,
      isAbsent: onComment === undefined,
      run: () => onComment?.(active.src),
    },
    {
      label: 'Remove',
      icon: Trash2,
      run: () => chain().setNodeSelection(position).deleteSelection().run(),
    },
  ]
  return createPortal(
    <Toolbar
      aria-label="Picture"
      className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-md border border-rule bg-card p-1 shadow-raised"
    >
      {WIDTHS.filter(({ width }) => !isInRow || width !== 'margin').map(({ width, label, icon: Icon }) => (
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
            className={BUTTON}
          >
            <Icon aria-hidden className="size-4" />
          </ToggleButton>
        </Tooltip>
      ))}
      <span aria-hidden className="mx-1 w-px self-stretch bg-rule" />
      {actions
        .filter(({ isAbsent }) => isAbsent !== true)
        .map(({ label, icon: Icon, run }) => (
          <Tooltip key={label} text={label}>
            <Button variant="ghost" size="icon" aria-label={label} onPress={run} className="size-8!">
              <Icon aria-hidden className="size-4" />
            </Button>
          </Tooltip>
        ))}
      <FocusButton url={active.src} label="Focus" className="border-0!" />
    </Toolbar>,
    place,
  )
}

const BUTTON =
  'flex size-8 items-center justify-center rounded-md text-ink/80 transition-colors duration-200 data-hovered:bg-tint data-selected:bg-tint data-selected:text-ink'

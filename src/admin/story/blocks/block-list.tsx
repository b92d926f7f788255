import { Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { MoveHandle, useMovableRows } from '../../ui/layout/movable-rows.tsx'
import type { Block } from './edit-blocks.ts'

interface BlockListProps<B extends Block> {
  blocks: readonly B[]
  onChange: (blocks: B[]) => void
  /** What a block is called. */
  nameOf: (block: B) => string
  isReadOnly: boolean
  /** What a block has beside its name. `index`: its place. */
  children: (block: B, index: number) => ReactNode
}

/** The blocks of a front or of a letter in their order; each can be moved and removed. */
export function BlockList<B extends Block>({
  blocks,
  onChange,
  nameOf,
  isReadOnly,
  children,
}: BlockListProps<B>) {
  const rows = useMovableRows({
    items: blocks,
    onChange,
    nameOf: (row) => {
      const block = blocks[row]
      return block === undefined ? '' : nameOf(block)
    },
  })
  return (
    <>
      <ol {...rows.list} className="flex w-full flex-col gap-3 empty:hidden">
        {blocks.map((block, index) => (
          <li key={block.id}>
            <BlockFrame
              id={block.id}
              name={nameOf(block)}
              handle={isReadOnly ? null : <MoveHandle {...rows.handle(index)} />}
              onRemove={isReadOnly ? null : () => onChange(blocks.filter(({ id }) => id !== block.id))}
            >
              {children(block, index)}
            </BlockFrame>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {rows.announcement}
      </p>
    </>
  )
}

/** Brings a block into view, and gives it the focus. */
export function goToBlock(id: string): void {
  const block = document.getElementById(frameId(id))
  block?.scrollIntoView({ block: 'center' })
  block?.focus({ preventScroll: true })
}

const frameId = (id: string): string => `block-${id}`

function BlockFrame({
  id,
  name,
  handle,
  onRemove,
  children,
}: {
  id: string
  name: string
  /** The handle that moves the block; null in a read-only view. */
  handle: ReactNode
  onRemove: (() => void) | null
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section
      id={frameId(id)}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="flex flex-col gap-3 rounded-lg border border-rule bg-card p-3"
    >
      <header className="flex items-center gap-1.5">
        {handle}
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-sm font-semibold">
          {name}
        </h2>
        {onRemove !== null && (
          <Button variant="ghost" size="icon" aria-label={`Remove the block ${name}`} onPress={onRemove}>
            <Trash2 aria-hidden className="size-4" />
          </Button>
        )}
      </header>
      {children}
    </section>
  )
}

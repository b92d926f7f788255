import { ChevronUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { MAX_BULK_ROWS } from '../../../domain/newsroom/bulk.ts'
import { Button } from '../../ui/layout/button.tsx'
import { type MenuAction, Menu } from '../../ui/overlays/menu.tsx'
import { useHeightVariable } from '../../ui/layout/use-height-variable.ts'
import { useKeyDown } from '../../ui/keys/use-key-down.ts'
import { MOBILE_QUERY, useMediaQuery } from '../../ui/layout/use-media-query.ts'
import { attempt } from '../describe-error.ts'
import type { Selection } from './use-selection.ts'

/** How many actions have a button of their own; the others are in a menu, on a phone all. */
const SHOWN = 3

/** What Escape closes rather than the selection. */
const OPEN_LAYER = '[data-veil], dialog[open], [role=menu], [role=listbox]'

/** The number of selected rows and what can be done with them, at the bottom of the screen; nothing without any. */
export function SelectionBar({
  selection,
  noun,
  total,
  fetchIds,
  actions,
  onApproach,
}: {
  selection: Selection
  /** What is listed, in the plural: 'articles'. */
  noun: string
  /** How many rows the search and the filters find. */
  total: number
  /** The ids of these rows, the first MAX_BULK_ROWS of them. */
  fetchIds: () => Promise<readonly string[]>
  /** The most used first. */
  actions: readonly MenuAction[]
  /** Preloads what the actions open. */
  onApproach: () => void
}) {
  const count = selection.ids.size
  useKeyDown(({ key, defaultPrevented, target }) => {
    if (key !== 'Escape' || defaultPrevented || count === 0) return
    const isTyping = target instanceof HTMLInputElement && target.type !== 'checkbox'
    if (!isTyping && document.querySelector(OPEN_LAYER) === null) selection.clear()
  })
  const isShown = count > 0
  useEffect(() => {
    if (!isShown) return undefined
    return () => {
      // The button that had the focus is gone with the bar, also for the dialog that would give it back.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
      })
    }
  }, [isShown])
  const isMobile = useMediaQuery(MOBILE_QUERY)
  const height = useHeightVariable('--bottom-bar')
  return (
    <>
      {/* A live region must exist before its text. */}
      <p role="status" className="sr-only">
        {count > 0 && `${formatNumber(count)} selected`}
      </p>
      {isShown && (
        <section
          ref={height}
          data-selection-bar
          aria-label={`Selected ${noun}`}
          onPointerEnter={onApproach}
          onFocus={onApproach}
          className="sticky bottom-0 z-20 -mx-4 -mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-rule bg-card px-4 py-2.5 shadow-raised md:bottom-4 md:mx-0 md:mb-0 md:rounded-lg md:border md:px-3.5"
        >
          <Count selection={selection} total={total} noun={noun} fetchIds={fetchIds} />
          <div className="ml-auto flex items-center gap-2">
            <Actions actions={count > MAX_BULK_ROWS ? [] : actions} shown={isMobile ? 0 : SHOWN} />
            <Button variant="ghost" size="icon" aria-label="Clear selection" onPress={selection.clear}>
              <X aria-hidden className="size-4.5" />
            </Button>
          </div>
        </section>
      )}
    </>
  )
}

/** How many are selected, and a button that selects all that are found. */
function Count({
  selection,
  total,
  noun,
  fetchIds,
}: {
  selection: Selection
  total: number
  noun: string
  fetchIds: () => Promise<readonly string[]>
}) {
  const [isFetching, setFetching] = useState(false)
  const all = Math.min(total, MAX_BULK_ROWS)
  const count = selection.ids.size
  const selectAll = async () => {
    setFetching(true)
    await attempt(`The ${noun} could not be selected`, async () => selection.selectAll(await fetchIds()))
    setFetching(false)
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <span className="font-semibold tabular-nums">{`${formatNumber(count)} selected`}</span>
      {count > MAX_BULK_ROWS ? (
        <span className="text-madder">{`At most ${MAX_BULK_ROWS} can be changed at once`}</span>
      ) : (
        count < all && (
          <button
            type="button"
            disabled={isFetching}
            onClick={() => void selectAll()}
            className="rounded-sm underline decoration-rule underline-offset-4 hover:decoration-current"
          >
            {total > MAX_BULK_ROWS
              ? `Select the first ${MAX_BULK_ROWS} of ${formatNumber(total)}`
              : `Select all ${formatNumber(total)}`}
          </button>
        )
      )}
    </p>
  )
}

function Actions({ actions, shown }: { actions: readonly MenuAction[]; shown: number }): ReactNode {
  const more = actions.slice(shown)
  const label = shown === 0 ? 'Actions' : 'More'
  return (
    <>
      {actions.slice(0, shown).map(({ id, label: text, icon: Icon, onAction }) => (
        <Button key={id} size="sm" onPress={onAction}>
          {Icon !== undefined && <Icon aria-hidden className="size-4" />}
          {text}
        </Button>
      ))}
      {more.length > 0 && (
        <Menu
          label={label}
          placement="top"
          actions={more}
          trigger={
            <Button size="sm">
              {label}
              <ChevronUp aria-hidden className="size-4" />
            </Button>
          }
        />
      )}
    </>
  )
}

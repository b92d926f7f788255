import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type MenuLink, LINKED_ROWS, MAX_ITEMS } from '../../../domain/site/menu.ts'
import { RowMenu } from '../../resources/row-menu.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { MoveHandle, useMovableRows } from '../../ui/layout/movable-rows.tsx'
import { useMagazineLanguage } from './data/language.ts'
import { type FoundRow, addressOf, destinationOf } from './data/destinations.ts'

const LinkDialog = lazyPart(async () => (await import('./link-dialog.tsx')).LinkDialog)

/** Links in their order, each with what it leads to and why readers do not get it. */
export function LinkRows({
  label,
  links,
  rows,
  onChange,
}: {
  /** What the links are of, for screen readers. */
  label: string
  links: readonly MenuLink[]
  /** The rows that links lead to; undefined until they are loaded. */
  rows: ReadonlyMap<string, FoundRow> | undefined
  onChange: (links: MenuLink[]) => void
}) {
  /** The place of the link that is edited; -1: a new one. */
  const [edited, setEdited] = useState<number | null>(null)
  const language = useMagazineLanguage()
  const shown = links.map((link) => {
    const { title, problem } = destinationOf(link.to, rows, language)
    return { link, title, problem, text: link.label ?? (title || 'A link') }
  })
  const movable = useMovableRows({
    items: links,
    onChange,
    nameOf: (row) => shown[row]?.text ?? '',
  })
  const chosen = edited === null ? undefined : shown[edited]
  return (
    <div className="flex flex-col gap-2">
      <ol {...movable.list} aria-label={label} className="flex flex-col divide-y divide-rule empty:hidden">
        {shown.map(({ link, title, problem, text }, row) => (
          <li key={link.id} className="flex items-center gap-2 py-1.5">
            <MoveHandle {...movable.handle(row)} />
            <div className="min-w-0 flex-1">
              <p className="text-sm font-semibold [overflow-wrap:anywhere]">{text}</p>
              <p className="text-xs [overflow-wrap:anywhere] text-soft">
                {'id' in link.to
                  ? `${LINKED_ROWS[link.to.kind]}${link.label === null || title === '' ? '' : `: ${title}`}`
                  : addressOf(link.to)}
              </p>
              {problem !== null && <p className="text-xs font-semibold text-madder">{problem}</p>}
            </div>
            <RowMenu
              name={text}
              actions={[
                { id: 'edit', label: 'Edit', icon: Pencil, onAction: () => setEdited(row) },
                {
                  ...{ id: 'remove', label: 'Remove', icon: Trash2, tone: 'destructive' },
                  onAction: () => onChange(links.toSpliced(row, 1)),
                },
              ]}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {movable.announcement}
      </p>
      {links.length < MAX_ITEMS && (
        <Button
          size="sm"
          className="self-start"
          onPress={() => setEdited(-1)}
          onHoverStart={LinkDialog.preload}
        >
          <Plus aria-hidden className="size-4" />
          Add Link
        </Button>
      )}
      {edited !== null && (
        <LinkDialog
          link={chosen?.link ?? null}
          title={chosen?.title ?? ''}
          onSave={(link) => {
            onChange(chosen === undefined ? [...links, link] : links.with(edited, link))
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

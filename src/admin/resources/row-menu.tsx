import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Button } from '../ui/layout/button.tsx'
import { type MenuAction, Menu } from '../ui/overlays/menu.tsx'

/** The menu behind the three dots of the row called `name`. */
export function RowMenu({
  name,
  actions,
  className = '',
}: {
  name: string
  actions: readonly MenuAction[]
  className?: string | undefined
}) {
  const label = `Actions for ${name}`
  return (
    <Menu
      label={label}
      trigger={
        <Button variant="ghost" size="icon" aria-label={label} className={className}>
          <Ellipsis aria-hidden className="size-4.5" />
        </Button>
      }
      actions={actions}
    />
  )
}

export const EDIT = { id: 'edit', label: 'Edit', icon: Pencil }
export const DELETE = { id: 'delete', label: 'Delete', icon: Trash2, tone: 'destructive' } as const

export const editAction = (onAction: () => void): MenuAction => ({ ...EDIT, onAction })
export const deleteAction = (onAction: () => void, label: string = DELETE.label): MenuAction => ({
  ...{ ...DELETE, label },
  onAction,
})

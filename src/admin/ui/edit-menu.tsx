import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Button } from './button.tsx'
import { Menu, type MenuAction } from './menu.tsx'

/** Edit and Delete of the row called `name`, and what else can be done with it between the two. */
export function EditMenu({
  name,
  others = [],
  onEdit,
  onDelete,
}: {
  name: string
  others?: readonly MenuAction[]
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <Menu
      label={`Actions for ${name}`}
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${name}`}>
          <Ellipsis aria-hidden className="size-4.5" />
        </Button>
      }
      actions={[
        { id: 'edit', label: 'Edit', icon: Pencil, onAction: onEdit },
        ...others,
        { id: 'delete', label: 'Delete', icon: Trash2, tone: 'destructive', onAction: onDelete },
      ]}
    />
  )
}

import type { Editor } from '@tiptap/react'
import { Plus } from 'lucide-react'
import { Button } from '../../ui/layout/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { type BlockDialogs, INSERTABLE_BLOCKS } from './insertable-blocks.ts'

/** The button of the toolbar that inserts a block. */
export function InsertMenu({ editor, ...dialogs }: BlockDialogs & { editor: Editor }) {
  return (
    <Menu
      label="Insert"
      trigger={
        <Button variant="ghost" size="icon" aria-label="Insert" className="size-8! text-ink/80 @2xl:size-9!">
          <Plus aria-hidden className="size-4.5" />
        </Button>
      }
      actions={INSERTABLE_BLOCKS.map(({ label, icon, insert }) => ({
        id: label,
        label,
        icon,
        onAction: () => insert(editor, dialogs),
      }))}
    />
  )
}

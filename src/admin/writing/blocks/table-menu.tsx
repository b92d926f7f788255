import { isInTable } from '@tiptap/pm/tables'
import { type Editor, useEditorState } from '@tiptap/react'
import { Table } from 'lucide-react'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { TABLE_ACTIONS, insertTable } from './table.ts'

/** Inserts a table, or adds and deletes rows and columns of the one that the cursor is in. */
export function TableMenu({ editor }: { editor: Editor }) {
  const isInside: boolean = useEditorState({ editor, selector: ({ editor: { state } }) => isInTable(state) })
  const inside = Object.entries(TABLE_ACTIONS).map(([label, command]) => ({
    id: label,
    label,
    ...(label.startsWith('Delete') ? { tone: 'destructive' as const } : {}),
    onAction: () => {
      command(editor.state, editor.view.dispatch)
      editor.commands.focus()
    },
  }))
  const outside = [{ id: 'insert', label: 'Insert Table', onAction: () => insertTable(editor) }]
  return (
    <Menu
      label="Table"
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label="Table"
          className={`size-8! text-ink/80 @2xl:size-9! ${isInside ? 'bg-tint' : ''}`}
        >
          <Table aria-hidden className="size-4.5" />
        </Button>
      }
      actions={isInside ? inside : outside}
    />
  )
}

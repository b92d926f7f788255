import { type Editor, type JSONContent, Node } from '@tiptap/core'
import { type Command, TextSelection } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  selectedRect,
  tableEditing,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables'

/** What prosemirror-tables calls each of the nodes. */
const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableHeader: 'header_cell',
  tableCell: 'cell',
}

/** A table. Tab goes from cell to cell, and from the last one to a new row; Backspace takes an empty row away. */
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, 0],
  extendNodeSchema: ({ name }) => (ROLES[name] === undefined ? {} : { tableRole: ROLES[name] }),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch)
    return {
      Tab: () => run(goToNextCell(1))() || (run(addRowAfter)() && run(goToNextCell(1))()),
      'Shift-Tab': run(goToNextCell(-1)),
      Backspace: run(deleteEmptyRow),
    }
  },
})

/** Deletes the row of the cursor when all its cells are empty; the last row with its table. */
const deleteEmptyRow: Command = (state, dispatch) => {
  const { selection } = state
  if (!(selection instanceof TextSelection) || !selection.empty || !isInTable(state)) return false
  const { map, top, table, tableStart } = selectedRect(state)
  const row = map.cellsInRect({ left: 0, right: map.width, top, bottom: top + 1 })
  const isEmpty = (at: number) => (state.doc.nodeAt(tableStart + at)?.content.size ?? 0) <= 2
  if (!row.every(isEmpty)) return false
  return (table.childCount === 1 ? deleteTable : deleteRow)(state, dispatch)
}

/** A table of three rows, the first of headings. */
export function emptyTable(columns: number): JSONContent {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, () => ({ type, content: [{ type: 'paragraph' }] })),
  })
  return { type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] }
}

/** Puts a table of three columns, with a row of headings, in place of the empty paragraph of the cursor or after its block. */
export function insertTable(editor: Editor): void {
  const { $from, $to } = editor.state.selection
  const isEmpty =
    $from.depth === 1 && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  const to = $to.depth === 0 ? $to.pos : $to.after(1)
  const from = isEmpty ? $from.before(1) : to
  // Table, row, cell and paragraph each begin with one position.
  const firstCell = from + 4
  editor.chain().focus().insertContentAt({ from, to }, emptyTable(3)).setTextSelection(firstCell).run()
}

/** What can be done with the table of the cursor. The last row or column goes with its table. */
export const TABLE_ACTIONS: Readonly<Record<string, Command>> = {
  'Add Row Above': addRowBefore,
  'Add Row Below': addRowAfter,
  'Add Column Before': addColumnBefore,
  'Add Column After': addColumnAfter,
  'Row of Headings': toggleHeaderRow,
  'Column of Headings': toggleHeaderColumn,
  'Delete Row': (state, dispatch) => deleteRow(state, dispatch) || deleteTable(state, dispatch),
  'Delete Column': (state, dispatch) => deleteColumn(state, dispatch) || deleteTable(state, dispatch),
  'Delete Table': deleteTable,
}

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

function cell(name: string, tag: string) {
  const span = (attribute: string) => ({
    default: 1,
    parseHTML: (element: HTMLElement) => Number(element.getAttribute(attribute) ?? 1),
    renderHTML: (attrs: Record<string, unknown>) =>
      attrs[attribute] === 1 ? {} : { [attribute]: attrs[attribute] },
  })
  return Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan') }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })
}

/** A table and its parts. */
export const tableNodes = [Table, TableRow, cell('tableHeader', 'th'), cell('tableCell', 'td')]

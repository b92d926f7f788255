import { getSchema } from '@tiptap/core'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyExtensions } from '../body-schema.ts'
import { TABLE_ACTIONS } from './table.ts'

const schema = getSchema(bodyExtensions)
const cell = (type: string) => ({ type, content: [{ type: 'paragraph' }] })

test('after any actions a table has as many cells in each row, or is gone with its last row or column', () => {
  const actions = fc.array(fc.constantFrom(...Object.keys(TABLE_ACTIONS)), { maxLength: 12 })
  fc.assert(
    fc.property(actions, fc.infiniteStream(fc.nat(400)), (names, places) => {
      const table = {
        type: 'table',
        content: ['tableHeader', 'tableCell'].map((type) => ({
          type: 'tableRow',
          content: [cell(type), cell(type)],
        })),
      }
      const doc = schema.nodeFromJSON({ type: 'doc', content: [table, { type: 'paragraph' }] })
      let state = EditorState.create({ doc })
      let [rows, columns] = [2, 2]
      for (const name of names) {
        const cells: number[] = []
        state.doc.descendants(({ type }, at) => void (/^table[CH]/.test(type.name) && cells.push(at + 2)))
        const at = cells[places.next().value % cells.length] ?? 0
        state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))
        expect(TABLE_ACTIONS[name]?.(state, (tr) => (state = state.apply(tr)))).toBe(true)
        state.doc.check()
        const change = name.startsWith('Add') ? 1 : name.startsWith('Delete') ? -1 : 0
        if (name.includes('Row')) rows += change
        if (name.includes('Column')) columns += change
        const { firstChild } = state.doc
        const isGone = name === 'Delete Table' || rows === 0 || columns === 0
        expect(firstChild?.type.name).toBe(isGone ? 'paragraph' : 'table')
        if (isGone) return
        expect(firstChild?.children.map(({ childCount }) => childCount)).toEqual(Array(rows).fill(columns))
      }
    }),
  )
})

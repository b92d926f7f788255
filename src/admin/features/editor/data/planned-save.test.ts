import { expect, test } from 'vitest'
import { reduce } from '../saving/machine.ts'
import { type SaveState, openingState } from '../saving/state.ts'
import { plannedPublish, plannedSave } from './planned-save.ts'

const opened = openingState(null, 'me')
const typed = (state: SaveState) => reduce(state, { type: 'edit', patch: { title: 'A chair' } }).state

test('a planned publish is the save that Publish would send', () => {
  expect(plannedPublish(typed(opened))).toEqual([
    {
      call: 'save_article',
      args: {
        p_id: null,
        p_version: null,
        p_article: expect.objectContaining({
          title: 'A chair',
          slug: 'a-chair',
          status: 'published',
        }) as object,
        p_tags: [],
        p_copy_version: null,
      },
    },
  ])
  expect(plannedSave(typed(opened), 'draft')).toMatchObject([{ args: { p_article: { status: 'draft' } } }])
})

test('nothing is planned for a text that cannot be saved, and while a save is under way', () => {
  expect(plannedPublish(opened)).toBeNull()
  const saving = reduce(typed(opened), { type: 'save', intent: 'draft' }).state
  expect(plannedPublish(saving)).toBeNull()
})

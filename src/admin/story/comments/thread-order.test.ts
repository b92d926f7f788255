import { expect, test } from 'vitest'
import type { Place, Thread } from '../../../domain/newsroom/comment.ts'
import { inOrder, nextThread } from './thread-order.ts'

const passage: Place = {
  kind: 'passage',
  passage: { quote: 'the hall', prefix: '', suffix: '', is_repeated: false },
}
const thread = (id: string, place: Place, resolved_at: string | null = null): Thread => ({
  ...{ id, place, resolved_at, resolved_by: null, created_at: '2026-11-20T10:00:00Z', comments: [] },
})
const THREADS = [
  thread('lost', passage),
  thread('field', { kind: 'field', field: 'title' }),
  thread('second', passage),
  thread('first', passage),
  thread('picture', { kind: 'picture', url: '/uploads/gone.webp' }),
  thread('note', { kind: 'sent-back' }),
]
const PLACES = new Map([
  ['first', 10],
  ['second', 80],
])
const ids = (threads: readonly Thread[]) => threads.map(({ id }) => id)

test('notes on sending back come first, then passages as in the text, and lost passages last', () => {
  const order = inOrder(THREADS, PLACES, () => false)
  expect(ids(order)).toEqual(['note', 'first', 'second', 'field', 'lost', 'picture'])
})

test('no passage counts as lost before the text was looked through', () => {
  expect(ids(inOrder(THREADS, null)).at(-1)).not.toBe('lost')
})

test('the next comment is the open one after the chosen, and after the last the first', () => {
  const threads = [...THREADS, thread('done', passage, '2026-11-21T10:00:00Z')]
  const walk = [null, 'note', 'first', 'lost', 'done'].map(
    (chosen) => nextThread(threads, PLACES, chosen)?.id,
  )
  expect(walk).toEqual(['note', 'first', 'second', 'note', 'note'])
  expect(nextThread([], PLACES, null)).toBeNull()
})

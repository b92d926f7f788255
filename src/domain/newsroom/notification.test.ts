import { describe, expect, test } from 'vitest'
import {
  type NotificationLine,
  type NotificationKind,
  mailedLine,
  notificationAddress,
  notificationSentence,
} from './notification.ts'

const line = (kind: NotificationKind, more: Partial<NotificationLine> = {}): NotificationLine => ({
  ids: ['1'],
  kind,
  actor: 'Mina Falk',
  actor_confirmed: true,
  actors: 1,
  article_id: 'story',
  letter_id: null,
  plan_id: null,
  thread_id: null,
  title: 'The green room',
  tasks: [],
  is_whole: true,
  due_on: null,
  words: null,
  may_edit: false,
  created_at: '2026-11-14T08:00:00Z',
  read_at: null,
  ...more,
})

const nobody = { actor: null, actors: 0 }

test.each<[string, NotificationLine]>([
  ['Mina Falk gave you The green room', line('assigned')],
  [
    'Mina Falk gave you Photographs for The green room',
    line('assigned', { tasks: ['Photographs'], is_whole: false }),
  ],
  [
    'Mina Falk gave you The green room with Text, Photographs',
    line('assigned', { tasks: ['Text', 'Photographs'] }),
  ],
  [
    'Mina Falk gave you Text, Photographs for The green room',
    line('assigned', { tasks: ['Text', 'Photographs'], is_whole: false }),
  ],
  ['Due on 2026-11-14: The green room', line('due', { ...nobody, due_on: '2026-11-14' })],
  [
    'Due on 2026-11-14: Photographs for Untitled',
    line('due', { ...nobody, due_on: '2026-11-14', tasks: ['Photographs'], is_whole: false, title: ' ' }),
  ],
  ['Mina Falk submitted The green room for review', line('submitted')],
  ['Mina Falk sent back The green room', line('sent_back')],
  ['Mina Falk mentioned you on The green room', line('mentioned')],
  ['Mina Falk mentioned you in 2 comments on The green room', line('mentioned', { ids: ['1', '2'] })],
  ['Mina Falk commented on The green room', line('commented')],
  [
    'Mina Falk gave you Text for the letter The green room',
    line('assigned', { article_id: null, letter_id: 'letter', tasks: ['Text'], is_whole: false }),
  ],
  [
    'Mina Falk commented on the letter The green room',
    line('commented', { article_id: null, letter_id: 'letter' }),
  ],
  [
    'Mina Falk (name not confirmed) commented on The green room',
    line('commented', { actor_confirmed: false }),
  ],
  [
    'Mina Falk and one other wrote 3 comments on The green room',
    line('commented', { ids: ['1', '2', '3'], actors: 2 }),
  ],
  [
    'Mina Falk and 2 others wrote 3 comments on The green room',
    line('commented', { ids: ['1', '2', '3'], actors: 3 }),
  ],
  ['Somebody published The green room', line('published', { actor: null })],
  ['The green room is out', line('published', nobody)],
])('says: %s', (sentence, told) => {
  const parts = notificationSentence(told, (day) => `on ${day}`)
  expect(parts.map(({ text }) => text).join('')).toBe(sentence)
})

describe('leads to', () => {
  test.each<[string, string, NotificationLine]>([
    ['the entry of the plan', '/admin/plan?plan=plan', line('due', { plan_id: 'plan', may_edit: true })],
    ['the story as it is read', '/admin/articles/story', line('submitted')],
    ['the editor of who may change it', '/admin/articles/story/edit', line('sent_back', { may_edit: true })],
    ['the story that is out', '/admin/articles/story', line('published', { may_edit: true })],
    [
      'the thread of the comment',
      '/admin/articles/story/edit?thread=thread',
      line('commented', { thread_id: 'thread', may_edit: true }),
    ],
    [
      'the thread of the comment on a letter',
      '/admin/letters/letter?thread=thread',
      line('commented', { article_id: null, letter_id: 'letter', thread_id: 'thread' }),
    ],
  ])('%s', (_, address, told) => {
    expect(notificationAddress(told)).toBe(address)
  })
})

test('a mail tells no name that nobody has confirmed', () => {
  expect(mailedLine(line('mentioned')).actor).toBe('Mina Falk')
  for (const actor_confirmed of [false, null]) {
    expect(mailedLine(line('mentioned', { actor_confirmed })).actor).toBeNull()
  }
})

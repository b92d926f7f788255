import { describe, expect, test } from 'vitest'
import {
  commentParts,
  mentionAt,
  peopleLike,
  placeColumns,
  storedComment,
  threadSchema,
  typedComment,
} from './comment.ts'

const ANN = { id: '00000000-0000-4000-8000-000000000001', name: 'Ann' }
const ANN_LEE = { id: '00000000-0000-4000-8000-000000000002', name: 'Ann Lee' }
const PEOPLE = [ANN, ANN_LEE]

describe('a mention', () => {
  test.each([
    ['@Ann, see this', `<@${ANN.id}>, see this`],
    ['Ask @Ann Lee and @Ann', `Ask <@${ANN_LEE.id}> and <@${ANN.id}>`],
    ['@Anna and ann@example.com are nobody here', '@Anna and ann@example.com are nobody here'],
    ['@@Ann', `@<@${ANN.id}>`],
  ])('%s is stored by id, and shown by name', (typed, stored) => {
    expect(storedComment(typed, PEOPLE)).toBe(stored)
    expect(typedComment(stored, PEOPLE)).toBe(typed)
  })

  test('of somebody unknown is kept when the comment is edited', () => {
    const body = `Ask <@${ANN.id}>.`
    expect(storedComment(typedComment(body, []), [])).toBe(body)
  })

  test('is told from the text around it', () => {
    expect(commentParts(`Ask <@${ANN.id}>!`)).toEqual([{ text: 'Ask ' }, { mention: ANN.id }, { text: '!' }])
    expect(commentParts('<@x>')).toEqual([{ text: '<@x>' }])
  })

  test.each([
    ['@', { at: 0, words: '' }],
    ['Ask @An', { at: 4, words: 'An' }],
    ['Ask (@Ann L', { at: 5, words: 'Ann L' }],
    ['ann@ex', null],
    ['Ask @ me', null],
    ['Ask @Ann\n', null],
  ])('is looked for while it is typed: %j', (typed, expected) => {
    expect(mentionAt(typed, typed.length)).toEqual(expected)
  })

  test('finds people by the words of their names, first by the first', () => {
    const people = ['Hana Mizuno', 'Mina Okonedo', 'Tomás Reyne'].map((name) => ({ id: name, name }))
    const found = (typed: string) => peopleLike(people, typed).map(({ name }) => name)
    expect(found('mi')).toEqual(['Mina Okonedo', 'Hana Mizuno'])
    expect(found('tomas')).toEqual(['Tomás Reyne'])
    expect(found('')).toEqual(people.map(({ name }) => name))
    expect(found('nedo')).toEqual([])
  })
})

test('a thread is read with the place that its columns say', () => {
  const row = {
    id: 'a',
    created_at: '2026-11-20T10:00:00Z',
    resolved_at: null,
    resolved_by: null,
    comments: [],
  }
  const none = { subject: null, quote: null, prefix: null, suffix: null, is_repeated: false }
  const passage = { quote: 'the hall', prefix: 'In ', suffix: ' one', is_repeated: true }
  const places = [
    { kind: 'passage', ...passage },
    { kind: 'picture', subject: '/uploads/a.webp' },
    { kind: 'field', subject: 'title' },
    { kind: 'story' },
    { kind: 'sent-back' },
  ]
  for (const columns of places)
    expect(placeColumns(threadSchema.parse({ ...row, ...none, ...columns }).place)).toEqual(columns)
  expect(threadSchema.safeParse({ ...row, ...none, kind: 'other' }).success).toBe(false)
})

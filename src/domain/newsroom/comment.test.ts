import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../tests/support/random.ts'
import {
  type TypedComment,
  changeTyped,
  chooseMention,
  commentParts,
  mentionAt,
  peopleLike,
  placeColumns,
  storedComment,
  threadSchema,
  typedComment,
} from './comment.ts'

const ANN = { id: '00000000-0000-4000-8000-000000000001', name: 'Ann' }
const NAMESAKE = { ...ANN, id: '00000000-0000-4000-8000-000000000002' }
const ANN_LEE = { id: '00000000-0000-4000-8000-000000000003', name: 'Ann Lee' }
const EMPTY: TypedComment = { text: '', mentions: [] }

/** A comment typed letter by letter; a person in `parts` is chosen from the list after an '@'. */
function write(...parts: (string | { id: string; name: string })[]): TypedComment {
  return parts.reduce<TypedComment>((typed, part) => {
    const { text } = typed
    if (typeof part !== 'string') return chooseMention(typed, text.length - 1, text.length, part).typed
    return Array.from(part).reduce(
      (now, letter) => changeTyped(now, now.text + letter, now.text.length + letter.length),
      typed,
    )
  }, EMPTY)
}

/** A comment after `words` in it were replaced by others, as with the keyboard. */
function replace(typed: TypedComment, words: string, by: string): TypedComment {
  const at = typed.text.indexOf(words)
  const next = typed.text.slice(0, at) + by + typed.text.slice(at + words.length)
  return changeTyped(typed, next, at + by.length)
}

const random = seededRandom(7)

describe('a mention', () => {
  test('is of the person who was chosen, also of two with one name', () => {
    expect(storedComment(write('Ask @', NAMESAKE, 'and @', ANN_LEE, 'now'))).toBe(
      `Ask <@${NAMESAKE.id}> and <@${ANN_LEE.id}> now`,
    )
  })

  test.each([
    'Write to post@Ann, they answer.',
    '@Ann-Marie and @Anna',
    'Ask @Ann',
    `Pasted: @Ann Lee, @Ann`,
  ])('is none where nobody was chosen: %s', (text) => {
    expect(storedComment(write(text))).toBe(text)
    expect(storedComment(changeTyped(EMPTY, text, text.length))).toBe(text)
  })

  test('moves with its words when the text before it is changed, and stays when the text behind is', () => {
    const typed = write('See the lmap, @', NAMESAKE, 'pleese')
    const corrected = replace(replace(typed, 'lmap', 'lamp on the stair'), 'pleese', 'please')
    expect(storedComment(corrected)).toBe(`See the lamp on the stair, <@${NAMESAKE.id}> please`)
    expect(storedComment(replace(corrected, 'See the lamp on the stair, ', ''))).toBe(
      `<@${NAMESAKE.id}> please`,
    )
  })

  test.each([
    ['one of its letters is changed', '@Ann', '@Anm'],
    ['a letter is taken from its end', '@Ann', '@An'],
    ['letters are added to its end', '@Ann', '@Anna'],
    ['it becomes part of a longer name', '@Ann', '@Ann-Marie'],
    ['it becomes part of an address', '@Ann', 'post@Ann'],
  ])('is none any more when %s', (_, words, by) => {
    const changed = replace(write('Ask @', ANN_LEE, 'or @', ANN, 'now'), `${words} now`, `${by} now`)
    expect(storedComment(changed)).toBe(`Ask <@${ANN_LEE.id}> or ${by} now`)
  })

  test('stays one before a bracket and an apostrophe', () => {
    expect(storedComment(replace(write('(@', ANN, ')'), ' )', ')'))).toBe(`(<@${ANN.id}>)`)
    expect(storedComment(replace(write('Is it @', ANN, 'lamp?'), ' lamp', '’s lamp'))).toBe(
      `Is it <@${ANN.id}>’s lamp?`,
    )
  })

  test('is never of anybody else, whatever is typed, pasted and deleted', () => {
    for (let round = 0; round < 300; round++) {
      let typed = EMPTY
      for (let step = 0; step < 12; step++) {
        const from = random.below(typed.text.length + 1)
        const to = from + random.below(typed.text.length - from + 1)
        if (random.below(3) === 0) {
          typed = chooseMention(typed, from, to, random.pick([ANN, NAMESAKE, ANN_LEE])).typed
        } else {
          const by = random.pick(['', 'a', '@', ' ', 'Ann', '@Ann Lee', 'n@Ann', '🏡'])
          typed = changeTyped(typed, typed.text.slice(0, from) + by + typed.text.slice(to), from + by.length)
        }
        for (const { at, name } of typed.mentions) expect(typed.text.slice(at)).toMatch(`@${name}`)
        const back = typedComment(storedComment(typed), [ANN, NAMESAKE, ANN_LEE])
        expect(back.text).toBe(typed.text.trim())
        expect(back.mentions.map(({ id }) => id)).toEqual(typed.mentions.map(({ id }) => id))
      }
    }
  })

  test('is shown by its name when the comment is edited, and stays whose it was', () => {
    const stored = `Ask <@${NAMESAKE.id}> and <@${ANN_LEE.id}>, not @Ann.`
    const typed = typedComment(stored, [ANN, NAMESAKE, ANN_LEE])
    expect(typed.text).toBe('Ask @Ann and @Ann Lee, not @Ann.')
    expect(storedComment(typed)).toBe(stored)
    expect(storedComment(replace(typed, 'not', 'nor'))).toBe(stored.replace('not', 'nor'))
  })

  test('of somebody unknown is kept when the comment is edited', () => {
    const body = `Ask <@${ANN.id}>.`
    expect(storedComment(typedComment(body, []))).toBe(body)
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

import { expect, test } from 'vitest'
import type { DryRunText } from '../../../domain/newsroom/import-report.ts'
import { madeOf, progressText, sentencesOf, statusesOf } from './import-words.ts'

test('what a file makes is counted in the singular and the plural, and what it does not make is left out', () => {
  expect(madeOf({ rows: { tags: 2, articles: 1, pages: 0 } })).toEqual([
    { count: 1, name: 'story' },
    { count: 2, name: 'new tags' },
  ])
})

test('stories and pages are counted by what they will be; what is left out is none of them', () => {
  const texts = ['published', 'draft', 'published', null].map((status): DryRunText => ({
    ...{
      kind: 'story',
      id: status && 'a',
      title: '',
      place: '',
      state: 'as is',
      status,
      why: null,
      notes: [],
    },
  }))
  expect(statusesOf({ texts })).toBe('2 published, 1 as drafts')
})

test('equal notes are one sentence with all places, the most frequent first', () => {
  const at = (text: string, title: string, place = '') => ({ text, title, place })
  expect(sentencesOf([at('b', 'One'), at('a', 'Two', 'line 3'), at('a', 'Three')])).toEqual([
    { text: 'A', where: ['Two (line 3)', 'Three'] },
    { text: 'B', where: ['One'] },
  ])
})

test('a step whose end is not known says how much is done', () => {
  expect(progressText({ step: 'undo', done: 40, total: null })).toBe('Taken back: 40')
  expect(progressText({ step: 'pictures', done: 3, total: 9 })).toBe('Pictures: 3 of 9')
})

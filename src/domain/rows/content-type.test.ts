import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ContentType, jsonColumn, selectOf } from './content-type.ts'
import { date, flag, images, keywords, optionalBody, optionalText, references, text } from './field.ts'

const type = new ContentType({
  fields: {
    title: text({ label: 'Title', max: 10, required: true }),
    lead: optionalText({ label: 'Short Lead', max: 20 }),
    html: optionalBody('Text'),
    words: keywords('Keywords'),
    pinned: flag('Pinned'),
    published_at: date('Date'),
    tag_ids: references('Tags'),
    gallery: images('Gallery'),
  },
  columns: { id: z.string(), content: z.unknown() },
})

const form = { ...type.blank(), title: 'Oak' }

describe('the form of a row', () => {
  test('takes its columns, and what has no column from elsewhere', () => {
    const row = {
      title: 'Oak',
      lead: null,
      words: ['a', 'b'],
      pinned: true,
      published_at: null,
      gallery: ['/a.jpg'],
    }
    expect(type.formOf(row, { html: '<p>Text</p>', tag_ids: ['t'] })).toEqual({
      title: 'Oak',
      lead: '',
      html: '<p>Text</p>',
      words: 'a, b',
      pinned: true,
      published_at: null,
      tag_ids: ['t'],
      gallery: ['/a.jpg'],
    })
  })
  test('gives the same columns back', () => {
    const columns = type.columnsOf({ ...form, lead: ' Warm ', words: 'a, , b, a', tag_ids: ['t'] })
    expect(columns).toEqual({
      title: 'Oak',
      lead: 'Warm',
      words: ['a', 'b'],
      pinned: false,
      published_at: null,
      gallery: [],
    })
  })
})

test('a stored text that names a tag twice, as after a merge of two tags, has it once', () => {
  expect(type.decode({ ...form, tag_ids: ['b', 'a', 'b'] }).tag_ids).toEqual(['b', 'a'])
})

describe('what differs between two forms', () => {
  test('ignores outer blanks, the order of tags and the spelling of a time, which are not saved', () => {
    const loose = {
      ...form,
      title: ' Oak ',
      words: 'a,b',
      tag_ids: ['b', 'a'],
      published_at: '2026-11-14T08:00:00+00:00',
    }
    const tidy = {
      ...form,
      words: 'a, b',
      tag_ids: ['a', 'b'],
      published_at: '2026-11-14T08:00:00.000Z',
    }
    expect(type.changed(loose, tidy)).toEqual([])
  })
  test('lists the changed fields in their order; pictures in another order are a change', () => {
    const before = { ...form, gallery: ['/a.jpg', '/b.jpg'] }
    const after = { ...form, gallery: ['/b.jpg', '/a.jpg'], html: null, title: 'Ash' }
    expect(type.changed(before, after)).toEqual(['title', 'html', 'gallery'])
  })
  test('is what a save over the stored form writes', () => {
    expect(type.patch({ ...form, lead: 'Warm', tag_ids: ['t'] }, form)).toEqual({ lead: 'Warm' })
    expect(type.patch({ ...form, title: 'Oak ' }, form)).toEqual({})
  })
})

describe('two texts that were begun from the same one', () => {
  const theirs = { ...form, lead: 'Theirs' }

  test('go together when they changed different fields', () => {
    const mine = { ...form, title: 'Mine' }
    expect(type.overlap(form, theirs, mine)).toEqual({
      theirs: ['lead'],
      mine: ['title'],
      both: ['title', 'lead'],
    })
    expect(type.merge(form, theirs, mine)).toMatchObject({
      mine: { ...form, title: 'Mine', lead: 'Theirs' },
      contested: [],
    })
  })
  test('ask for a choice in a field that both changed, and are together elsewhere', () => {
    const mine = { ...form, lead: 'Mine', title: 'Mine' }
    expect(type.merge(form, { ...theirs, pinned: true }, mine)).toEqual({
      mine: { ...mine, pinned: true },
      theirs: { ...mine, pinned: true, lead: 'Theirs' },
      contested: ['lead'],
    })
  })
  test('have the entries that each added to a list, and none that one took out', () => {
    const base = { ...form, tag_ids: ['a', 'b'], gallery: ['/a', '/b'], words: 'oak, ash' }
    const others = { ...base, tag_ids: ['b', 'c'], gallery: ['/b', '/c'], words: 'oak, ash, elm' }
    const mine = { ...base, tag_ids: ['a', 'b', 'd'], gallery: ['/d', '/b', '/a'], words: 'ash' }
    expect(type.merge(base, others, mine)).toMatchObject({
      mine: { tag_ids: ['b', 'd', 'c'], gallery: ['/d', '/b', '/c'], words: 'ash, elm' },
      contested: [],
    })
  })
  test('ask for a choice when others changed the order of a list that I changed', () => {
    const base = { ...form, gallery: ['/a', '/b'] }
    const merged = type.merge(
      base,
      { ...base, gallery: ['/b', '/a'] },
      { ...base, gallery: ['/a', '/b', '/c'] },
    )
    expect(merged.contested).toEqual(['gallery'])
  })
  test('show the fields that others changed, and of fields that both changed, what is typed', () => {
    const mine = { ...form, title: 'Mine', lead: 'Mine' }
    expect(type.rebase(form, { ...theirs, words: 'theirs' }, mine)).toEqual({ ...mine, words: 'theirs' })
  })
})

test('messages begin with the label of their field', () => {
  expect(type.errors({ ...form, title: ' ' })).toEqual({ title: 'Title is required' })
  expect(type.errors({ ...form, lead: 'x'.repeat(21) })).toEqual({
    lead: 'Short lead must be at most 20 characters',
  })
  expect(type.errors(form)).toEqual({})
})

test('the selected columns are the row’s, with those of joined tables in brackets', () => {
  expect(type.select).toBe('title,lead,words,pinned,published_at,gallery,id,content')
  expect(selectOf(z.object({ facts: jsonColumn(z.array(z.object({ label: z.string() }))) }))).toBe('facts')
  expect(selectOf(z.extend(type.row, { tags: z.array(z.object({ tag_id: z.string() })) }))).toMatch(
    /,tags\(tag_id\)$/,
  )
})

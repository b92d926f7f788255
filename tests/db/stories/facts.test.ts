import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { publicClient } from '../../../src/backend/client.ts'
import { articleFields } from '../../../src/domain/story/article.ts'
import { type Fact, MAX_FACT_LABEL, MAX_FACT_VALUE, MAX_FACTS } from '../../../src/domain/story/fact.ts'
import { DEFAULT_PARAMS } from '../../../src/site/lists/browse-params.ts'
import { findStories } from '../../../src/site/islands/search/story-search.ts'
import { type Backend, draft, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const fact = (label: string, value: string): Fact => ({ label, value })
const many = (count: number) => Array.from({ length: count }, () => fact('Year', '1971'))

const row = {
  articles: () => draft(),
  article_templates: () => ({ name: `Template ${crypto.randomUUID()}` }),
}

describe.each(['articles', 'article_templates'] as const)('the facts of %s', (table) => {
  const save = async (facts: unknown) => {
    const { id } = await insertRow(backend, table, row[table]())
    return (await backend.as.editor.from(table).update({ facts }).eq('id', id)).error
  }

  test.each([
    [[]],
    [many(MAX_FACTS)],
    [[fact('x'.repeat(MAX_FACT_LABEL), 'y'.repeat(MAX_FACT_VALUE))]],
    // Of a template, to be filled in.
    [[fact('Architect', '')]],
  ])('may be what the form takes (%#)', async (facts) => {
    expect(articleFields.facts.form.safeParse(facts).success).toBe(true)
    expect(await save(facts)).toBeNull()
  })

  test.each([
    [many(MAX_FACTS + 1)],
    [[fact(' ', '1971')]],
    [[fact('x'.repeat(MAX_FACT_LABEL + 1), '1971')]],
    [[fact('Year', 'y'.repeat(MAX_FACT_VALUE + 1))]],
  ])('are refused with the message of the form (%#)', async (facts) => {
    const message = articleFields.facts.form.safeParse(facts).error?.issues[0]?.message
    expect(await save(facts)).toMatchObject({ code: '23514', message })
  })

  test.each([
    ['1971'],
    [{ label: 'Year', value: '1971' }],
    [['1971']],
    [[null]],
    [[[]]],
    [[{ label: 'Year' }]],
    [[{ label: 'Year', value: 1971 }]],
    [[{ label: 'Year', value: '1971', note: 'about' }]],
  ])('are a list of labels and values, not %j', async (facts) => {
    expect(await save(facts)).toMatchObject({
      code: '23514',
      message: 'House facts must be a list of labels and values',
    })
  })
})

test('an opening that no page has is refused', async () => {
  const { id } = await insertRow(backend, 'articles', draft())
  const { error } = await backend.as.editor.from('articles').update({ opening: 'upside down' }).eq('id', id)
  expect(error).toMatchObject({ code: '23514' })
})

test('a colour that is none is refused', async () => {
  const { id } = await insertRow(backend, 'articles', draft())
  for (const colour of ['teal', '#40808', '#40808G']) {
    const { error } = await backend.as.editor.from('articles').update({ colour }).eq('id', id)
    expect(error, colour).toMatchObject({ code: '23514' })
  }
})

describe('search', () => {
  const search = async (text: string) => {
    const client = publicClient(backend.url, backend.publishableKey)
    const { close } = await findStories(
      client,
      { ...DEFAULT_PARAMS, search: text },
      new AbortController().signal,
    )
    return close?.stories.map(({ id, passage }) => ({ id, passage })) ?? []
  }

  test('finds a story by its facts, and shows the fact, until it loses them', async () => {
    const { id } = await insertRow(
      backend,
      'articles',
      published({ facts: [fact('Architect', 'Quirina Volkenrath'), fact('Seismograph', '')] }),
    )
    expect(await search('volkenrath')).toEqual([
      { id, passage: expect.stringContaining('Architect: Quirina Volkenrath') },
    ])
    expect(await search('seismograph'), 'by a label without a value').toEqual([])
    await backend.as.editor.from('articles').update({ facts: [] }).eq('id', id)
    expect(await search('volkenrath')).toEqual([])
  })
})

test('labels that staff used before are proposed, those used most first; visitors may not ask', async () => {
  await insertRow(backend, 'articles', published({ facts: [fact('Orchard', 'Plums')] }))
  await insertRow(backend, 'articles', draft({ facts: [fact('Orchard', 'Pears'), fact('Boatshed', 'None')] }))
  const { data } = await backend.as.contributor.rpc('get_fact_labels')
  const labels = z.array(z.object({ label: z.string() })).parse(data)
  const places = ['Orchard', 'Boatshed'].map((wanted) => labels.findIndex(({ label }) => label === wanted))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect((await backend.as.anon.rpc('get_fact_labels')).error).toMatchObject({ code: '42501' })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Json, isObject, sameJson } from './json.ts'
import { renderBody } from './render.ts'
import {
  FORMAT_NAMES,
  type PartKind,
  STORY_FORMATS,
  type StoryParts,
  emptyPart,
  emptyStory,
  leavesOf,
  mapLeaves,
  partsOf,
  storyLeaves,
  storyParts,
  withParts,
} from './story-parts.ts'

const anyJson = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>

/** A part of a kind as other programs may have stored it: without some of its fields, with any values and others besides. */
function anyPart(kinds: readonly PartKind[]): fc.Arbitrary<Json> {
  const known = kinds.map(({ type, fields }) => {
    const values = Object.entries(fields).map(([name, field]) => {
      const list = field.kind === 'list' ? fc.array(anyPart(field.parts), { maxLength: 3 }) : fc.string()
      return [name, fc.oneof({ weight: 4, arbitrary: list as fc.Arbitrary<Json> }, anyJson)]
    })
    const fieldValues = fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<Json>>, {
      requiredKeys: [],
    })
    return fc
      .tuple(fc.dictionary(fc.string(), anyJson, { maxKeys: 2 }), fieldValues)
      .map(([others, values]): Json => ({ ...others, ...values, ...(type === null ? {} : { type }) }))
  })
  return fc.oneof(...known.map((arbitrary) => ({ weight: 4, arbitrary })), anyJson)
}

const anyStory: fc.Arbitrary<StoryParts> = fc.oneof(
  ...FORMAT_NAMES.map((type) =>
    fc
      .tuple(
        fc.dictionary(fc.string(), anyJson, { maxKeys: 2 }),
        fc.array(anyPart(STORY_FORMATS[type].parts), { maxLength: 4 }),
      )
      .map(([others, parts]) => withParts({ ...others, type }, parts)),
  ),
)

/** As the database hands it back: with its keys in another order. */
function stored(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map(stored)
  if (!isObject(value)) return value ?? null
  const entries = Object.entries(value as Record<string, Json>).map(([key, inner]) => [key, stored(inner)])
  return Object.fromEntries(entries.toReversed()) as Json
}

test('a story in parts loses nothing from the editor to the database and back', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const sent = JSON.stringify(story)
      const opened = storyParts(stored(JSON.parse(sent) as Json))
      expect(sameJson(opened, JSON.parse(sent))).toBe(true)
      expect(sameJson(storyParts(sent), opened)).toBe(true)
      expect(opened && sameJson(withParts(opened, partsOf(opened)), opened)).toBe(true)
      expect(
        opened &&
          sameJson(
            mapLeaves(opened, (_, value) => value),
            opened,
          ),
      ).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a changed field changes nothing else of its story', () => {
  fc.assert(
    fc.property(anyStory, fc.nat(), fc.string(), (story, drawn, text) => {
      const kinds = storyLeaves(story).filter(({ kind }) => kind !== 'unknown')
      if (kinds.length === 0) return
      const place = drawn % kinds.length
      const change = (to: (value: string) => string) => {
        let at = 0
        return (_: string, value: string) => (at++ === place ? to(value) : value)
      }
      const edited = mapLeaves(
        story,
        change(() => text),
      )
      expect(storyLeaves(edited).filter(({ kind }) => kind !== 'unknown')[place]?.value).toBe(text)
      const before = kinds[place]?.value ?? ''
      const back = mapLeaves(
        edited,
        change(() => before),
      )
      // A number is shown as text; what was no text at all is ''.
      const asText = (value: StoryParts) => JSON.stringify(storyLeaves(value))
      expect(asText(back)).toBe(asText(story))
      expect(partsOf(back)).toHaveLength(partsOf(story).length)
    }),
    { numRuns: 2000 },
  )
})

test.each(FORMAT_NAMES)('every field of a part of %s shows on the page, and a new one is empty', (format) => {
  const { parts } = STORY_FORMATS[format]
  expect(storyLeaves(emptyStory(format)).every(({ value }) => value === '')).toBe(true)
  const filled = (kind: PartKind): Json => ({
    ...(emptyPart(kind) as Record<string, Json>),
    ...Object.fromEntries(
      Object.entries(kind.fields).map(([name, field]) => [
        name,
        field.kind === 'list' ? field.parts.map(filled) : `/uploads/${kind.name}-${name}.webp`,
      ]),
    ),
  })
  const story = withParts({ type: format }, parts.map(filled))
  const page = JSON.stringify(renderBody(story))
  for (const { value } of leavesOf(parts, partsOf(story))) expect(page).toContain(value)
})

test('content in other formats, or without a list of parts, is no story in parts', () => {
  for (const content of [null, 'text', '{', '{"type":"interactive"}', { html: '' }, { type: 'doc' }, []])
    expect(storyParts(content)).toBeNull()
})

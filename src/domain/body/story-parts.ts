import { type Json, type JsonObject, isObject, parseJson, str } from './json.ts'

/** What a field of a part holds: one line, several, HTML or plain text, the address of a picture or of a film, or parts. */
export type PartField =
  | { kind: 'line' | 'lines' | 'text' | 'picture' | 'film'; label: string; hint?: string }
  | { kind: 'list'; label: string; parts: readonly PartKind[] }

type Leaf = Exclude<PartField, { kind: 'list' }>

/** A kind of part: what it is called, and its fields by the keys that they are stored under, in the editor's order. */
export interface PartKind {
  name: string
  /** The label of the button that adds one. */
  add: string
  /** The stored `type`; null where the parts of a list have none. */
  type: string | null
  fields: Readonly<Record<string, PartField>>
}

const ALT: PartField = {
  kind: 'line',
  label: 'Alt Text',
  hint: 'What it shows, for those who cannot see it.',
}
const CAPTION: PartField = { kind: 'line', label: 'Caption' }

const IMAGE: PartKind = {
  name: 'Picture',
  add: 'Add Pictures',
  type: 'image',
  fields: { src: { kind: 'picture', label: 'Picture' }, alt: ALT, caption: CAPTION },
}

const VIDEO: PartKind = {
  name: 'Film',
  add: 'Add a Film',
  type: 'video',
  fields: {
    src: { kind: 'film', label: 'Address', hint: 'Of a film in the library, or of a file on another site.' },
    alt: ALT,
    caption: CAPTION,
  },
}

/** The formats of stories in parts, by the `type` of their content: the parts, and the key that they are stored under. */
export const STORY_FORMATS = {
  interactive: {
    begin: 'Write it as choices',
    list: 'choices',
    parts: [
      {
        name: 'Choice',
        add: 'Add a Choice',
        type: null,
        fields: {
          title: { kind: 'line', label: 'Title of the Choice' },
          description: { kind: 'lines', label: 'Description' },
          image: { kind: 'picture', label: 'Picture' },
          content: { kind: 'text', label: 'Text' },
        },
      },
    ],
  },
  'mixed-media': {
    begin: 'Write it in sections',
    list: 'sections',
    parts: [
      { name: 'Text', add: 'Add Text', type: 'text', fields: { content: { kind: 'text', label: 'Text' } } },
      {
        name: 'Media',
        add: 'Add Pictures and Films',
        type: 'media',
        fields: { items: { kind: 'list', label: 'Pictures and films', parts: [IMAGE, VIDEO] } },
      },
    ],
  },
} as const satisfies Record<
  string,
  { begin: string; list: string; parts: readonly [PartKind, ...PartKind[]] }
>

export type StoryFormat = keyof typeof STORY_FORMATS
export const FORMAT_NAMES = Object.keys(STORY_FORMATS) as StoryFormat[]

/** Content in parts as it is stored, with all that the declaration above does not know. */
export interface StoryParts {
  type: StoryFormat
  [key: string]: Json | undefined
}

export function isStoryParts(value: unknown): value is StoryParts {
  if (!isObject(value)) return false
  const format = FORMAT_NAMES.find((name) => name === value.type)
  return format !== undefined && Array.isArray(value[STORY_FORMATS[format].list])
}

/** Stored content as a story in parts, also one that was stored as JSON in a string; null for any other. */
export function storyParts(content: unknown): StoryParts | null {
  const value = typeof content === 'string' && /^\s*\{/.test(content) ? parseJson(content) : content
  return isStoryParts(value) ? value : null
}

/** The items of a stored list; none where there is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function partsOf(story: StoryParts): readonly unknown[] {
  return listOf(story[STORY_FORMATS[story.type].list])
}

/** A story with other parts, which are JSON. */
export function withParts(story: StoryParts, parts: readonly unknown[]): StoryParts {
  return { ...story, [STORY_FORMATS[story.type].list]: parts as Json[] }
}

export function emptyPart({ type, fields }: PartKind): JsonObject {
  const empty = Object.entries(fields).map(([name, { kind }]) => [name, kind === 'list' ? [] : ''])
  return { ...(type === null ? {} : { type }), ...Object.fromEntries(empty) }
}

export function emptyStory(format: StoryFormat): StoryParts {
  return withParts({ type: format }, [emptyPart(STORY_FORMATS[format].parts[0])])
}

/** A part of a list of these kinds with what is known of it; null for any other value. */
export function knownPart(
  kinds: readonly PartKind[],
  part: unknown,
): { kind: PartKind; part: JsonObject } | null {
  if (!isObject(part)) return null
  const kind = kinds.find(({ type }) => type === null || type === part.type)
  return kind === undefined ? null : { kind, part }
}

/** What parts hold, in reading order; a part of an unknown kind as JSON. */
export function leavesOf(
  kinds: readonly PartKind[],
  parts: readonly unknown[],
): { kind: Leaf['kind'] | 'unknown'; value: string }[] {
  return parts.flatMap((value) => {
    const known = knownPart(kinds, value)
    if (known === null) return [{ kind: 'unknown', value: JSON.stringify(value) }]
    return Object.entries(known.kind.fields).flatMap(([name, field]) => {
      const held = known.part[name]
      return field.kind === 'list'
        ? leavesOf(field.parts, listOf(held))
        : [{ kind: field.kind, value: str(held) }]
    })
  })
}

export function storyLeaves(story: StoryParts): ReturnType<typeof leavesOf> {
  return leavesOf(STORY_FORMATS[story.type].parts, partsOf(story))
}

/** The story with other values in its fields; what `change` leaves stays as it is stored. */
export function mapLeaves(
  story: StoryParts,
  change: (kind: Leaf['kind'], value: string) => string,
): StoryParts {
  const mapParts = (kinds: readonly PartKind[], parts: readonly unknown[]): unknown[] =>
    parts.map((value) => {
      const known = knownPart(kinds, value)
      if (known === null) return value
      const changed = Object.entries(known.kind.fields).flatMap(([name, field]) => {
        const held = known.part[name]
        if (field.kind === 'list') return Array.isArray(held) ? [[name, mapParts(field.parts, held)]] : []
        const after = change(field.kind, str(held))
        return after === str(held) ? [] : [[name, after]]
      })
      return { ...known.part, ...Object.fromEntries(changed) }
    })
  return withParts(story, mapParts(STORY_FORMATS[story.type].parts, partsOf(story)))
}

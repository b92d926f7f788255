import * as z from 'zod/mini'
import { articleFields } from './article.ts'
import { foldText } from './fold-text.ts'
import { idSchema, timestampSchema } from './row.ts'

/** Characters of a comment, as it is stored. The check of the table has the same number. */
export const COMMENT_LIMIT = 4000

/** The fields of a story that comments are about, with their names. */
export const COMMENT_FIELDS = {
  title: articleFields.title.label,
  standfirst: articleFields.standfirst.label,
  excerpt: articleFields.excerpt.label,
  category_id: 'Category',
  tag_ids: 'Tags',
  credits: 'Credits',
  featured_image: 'Featured Image',
  gallery: 'Gallery',
  facts: 'House Facts',
  meta_title: articleFields.meta_title.label,
  meta_description: articleFields.meta_description.label,
} as const
export type CommentField = keyof typeof COMMENT_FIELDS

export function isCommentField(name: string): name is CommentField {
  return Object.hasOwn(COMMENT_FIELDS, name)
}

export const commentSchema = z.object({
  id: idSchema,
  author_id: z.nullable(idSchema),
  /** Plain text; a colleague is mentioned as <@id>. */
  body: z.string(),
  created_at: timestampSchema,
  edited_at: z.nullable(timestampSchema),
})
export type Comment = z.infer<typeof commentSchema>

/** What a thread is about. `url` is the address of a picture, `field` a column of the story; `sent-back` is the whole story, as the note with which an editor sent it back. */
export const placeSchema = z.union([
  z.object({
    kind: z.literal('passage'),
    passage: z.object({
      quote: z.string(),
      prefix: z.string(),
      suffix: z.string(),
      is_repeated: z.boolean(),
    }),
  }),
  z.object({ kind: z.literal('picture'), url: z.string() }),
  z.object({ kind: z.literal('field'), field: z.string() }),
  z.object({ kind: z.enum(['story', 'sent-back']) }),
])

export type Place = z.infer<typeof placeSchema>

const placeColumnsSchema = z.object({
  kind: z.enum(['passage', 'picture', 'field', 'story', 'sent-back']),
  subject: z.nullable(z.string()),
  quote: z.nullable(z.string()),
  prefix: z.nullable(z.string()),
  suffix: z.nullable(z.string()),
  is_repeated: z.boolean(),
})

export const threadRowSchema = z.extend(placeColumnsSchema, {
  id: idSchema,
  created_at: timestampSchema,
  resolved_at: z.nullable(timestampSchema),
  resolved_by: z.nullable(idSchema),
  /** The oldest first. */
  comments: z.array(commentSchema),
})

function placeOf(columns: z.infer<typeof placeColumnsSchema>): Place {
  const { kind, subject, quote, prefix, suffix, is_repeated } = columns
  switch (kind) {
    case 'passage':
      return {
        kind,
        passage: { quote: quote ?? '', prefix: prefix ?? '', suffix: suffix ?? '', is_repeated },
      }
    case 'picture':
      return { kind, url: subject ?? '' }
    case 'field':
      return { kind, field: subject ?? '' }
    default:
      return { kind }
  }
}

/** A row of the table with its comments, as a thread. */
export const threadSchema = z.pipe(
  threadRowSchema,
  z.transform(({ id, created_at, resolved_at, resolved_by, comments, ...columns }) => ({
    ...{ id, created_at, resolved_at, resolved_by, comments },
    place: placeOf(columns),
  })),
)
export type Thread = z.infer<typeof threadSchema>

/** The columns of a place. */
export function placeColumns(place: Place) {
  switch (place.kind) {
    case 'passage':
      return { kind: place.kind, ...place.passage }
    case 'picture':
      return { kind: place.kind, subject: place.url }
    case 'field':
      return { kind: place.kind, subject: place.field }
    default:
      return { kind: place.kind }
  }
}

export function isSamePlace(one: Place, other: Place): boolean {
  return JSON.stringify(placeColumns(one)) === JSON.stringify(placeColumns(other))
}

/** Somebody who is, or can be, mentioned in comments. */
export interface Person {
  id: string
  name: string
}

/** Those of whose name a word begins with what is typed; first those whose name itself begins so. */
export function peopleLike<One extends Person>(people: readonly One[], typed: string): One[] {
  const beginning = foldText(typed)
  const folded = people.map((person) => ({ person, name: foldText(person.name) }))
  const isFirst = ({ name }: { name: string }) => name.startsWith(beginning)
  const found = folded.filter(({ name }) => ` ${name}`.includes(` ${beginning}`))
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))].map(({ person }) => person)
}

const MENTION = /<@([0-9a-f-]{36})>/

/** The text of a comment and the ids of those it mentions, in their order. */
export function commentParts(body: string): ({ text: string } | { mention: string })[] {
  return body
    .split(MENTION)
    .map((part, at) => (at % 2 === 0 ? { text: part } : { mention: part }))
    .filter((part) => !('text' in part) || part.text !== '')
}

/** A stored comment as it is typed: '@Mina Falk' for a mention. Somebody whose name is not known stays as stored. */
export function typedComment(body: string, people: readonly Person[]): string {
  return commentParts(body)
    .map((part) => {
      if ('text' in part) return part.text
      const person = people.find(({ id }) => id === part.mention)
      return person === undefined ? `<@${part.mention}>` : `@${person.name}`
    })
    .join('')
}

/** A typed comment as it is stored. Of two people with the same name the first is meant. */
export function storedComment(typed: string, people: readonly Person[]): string {
  const byLength = people.toSorted((one, other) => other.name.length - one.name.length)
  return typed
    .trim()
    .split('@')
    .map((part, at) => {
      if (at === 0) return part
      const person = byLength.find(({ name }) => startsWithWord(part, name))
      return person === undefined ? `@${part}` : `<@${person.id}>${part.slice(person.name.length)}`
    })
    .join('')
}

function startsWithWord(text: string, words: string): boolean {
  return text.startsWith(words) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length))
}

/** The mention that is being typed before the cursor: where its @ stands and what follows it; null when there is none. */
export function mentionAt(typed: string, cursor: number): { at: number; words: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}'’. -]{0,40})$/u.exec(typed.slice(0, cursor))
  const words = found?.[1]
  return words === undefined || words.startsWith(' ') ? null : { at: cursor - words.length - 1, words }
}

/** The threads that wait for an answer, or those that are resolved; the newest resolved first. */
export function threadsToShow(threads: readonly Thread[], shown: 'open' | 'resolved'): Thread[] {
  if (shown === 'open') return threads.filter(({ resolved_at }) => resolved_at === null)
  return threads
    .filter(({ resolved_at }) => resolved_at !== null)
    .toSorted((one, other) => (other.resolved_at ?? '').localeCompare(one.resolved_at ?? ''))
}

import * as z from 'zod/mini'
import { articleFields } from '../story/article.ts'
import { foldText } from '../text/fold-text.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'

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

/** What a thread is about. `url` is the address of a picture, `field` a column of the story; `story` and `letter` are the whole of one, and `sent-back` is the whole story, as the note with which an editor sent it back. */
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
  z.object({ kind: z.enum(['story', 'sent-back', 'letter']) }),
])

export type Place = z.infer<typeof placeSchema>

const placeColumnsSchema = z.object({
  kind: z.enum(['passage', 'picture', 'field', 'story', 'sent-back', 'letter']),
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

/** The people with a word in their name that begins with what is typed; names that begin so come first. */
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

/** A mention in a text being written: the words '@' and `name` at offset `at` name the account `id`. */
const mentionSchema = z.object({ at: z.number(), id: idSchema, name: z.string() })
export type Mention = z.infer<typeof mentionSchema>

/** The text of a comment as it is written, and which of its words are mentions: the ones chosen from the list. */
export const typedCommentSchema = z.object({ text: z.string(), mentions: z.array(mentionSchema) })
export type TypedComment = z.infer<typeof typedCommentSchema>

const endOf = ({ at, name }: Mention) => at + 1 + name.length

/** Whether the words of a mention are still in the text as chosen, and are not part of a longer word. */
function isIntact(text: string, mention: Mention): boolean {
  return (
    text.slice(mention.at, endOf(mention)) === `@${mention.name}` &&
    !/[\p{L}\p{N}_]$/u.test(text.slice(0, mention.at)) &&
    !/^[-'’]?[\p{L}\p{N}_]/u.test(text.slice(endOf(mention)).replace(/^['’]s(?![\p{L}\p{N}_])/u, ''))
  )
}

/**
 * The comment after its text was changed, with the cursor behind the change. Mentions move with their words; one whose words
 * were changed is a mention no more, and words that look like one are none.
 */
export function changeTyped({ text, mentions }: TypedComment, next: string, cursor: number): TypedComment {
  const shorter = Math.min(text.length, next.length)
  const most = Math.min(shorter, next.length - cursor)
  let after = 0
  while (after < most && text.at(-1 - after) === next.at(-1 - after)) after++
  let before = 0
  while (before < shorter - after && text[before] === next[before]) before++
  const kept = mentions.flatMap((mention) => {
    if (endOf(mention) <= before) return [mention]
    return mention.at >= text.length - after
      ? [{ ...mention, at: mention.at + next.length - text.length }]
      : []
  })
  return { text: next, mentions: kept.filter((mention) => isIntact(next, mention)) }
}

/** The comment with a mention, and a blank behind it, in place of the words from `from` to `to`; and where the cursor goes. */
export function chooseMention(typed: TypedComment, from: number, to: number, { id, name }: Person) {
  const words = `@${name} `
  const cursor = from + words.length
  const changed = changeTyped(typed, typed.text.slice(0, from) + words + typed.text.slice(to), cursor)
  const mentions = [...changed.mentions.filter(({ at }) => at !== from), { at: from, id, name }]
  return { typed: { ...changed, mentions: mentions.toSorted((one, other) => one.at - other.at) }, cursor }
}

/** A stored comment as it is written: '@Mina Falk' for a mention. Somebody whose name is not known stays as stored. */
export function typedComment(body: string, people: readonly Person[]): TypedComment {
  let text = ''
  const mentions: Mention[] = []
  for (const part of commentParts(body)) {
    if ('text' in part) {
      text += part.text
      continue
    }
    const person = people.find(({ id }) => id === part.mention)
    if (person !== undefined) mentions.push({ at: text.length, id: person.id, name: person.name })
    text += person === undefined ? `<@${part.mention}>` : `@${person.name}`
  }
  return { text, mentions }
}

/** A written comment as it is stored. */
export function storedComment({ text, mentions }: TypedComment): string {
  let stored = ''
  let from = 0
  for (const mention of mentions) {
    stored += `${text.slice(from, mention.at)}<@${mention.id}>`
    from = endOf(mention)
  }
  return (stored + text.slice(from)).trim()
}

/** The mention being typed before the cursor: the offset of its @ and the words after it; null when there is none. */
export function mentionAt(typed: string, cursor: number): { at: number; words: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}'’. -]{0,40})$/u.exec(typed.slice(0, cursor))
  const words = found?.[1]
  return words === undefined || words.startsWith(' ') ? null : { at: cursor - words.length - 1, words }
}

/** The open threads, or the resolved ones with the most recently resolved first. */
export function threadsToShow(threads: readonly Thread[], shown: 'open' | 'resolved'): Thread[] {
  if (shown === 'open') return threads.filter(({ resolved_at }) => resolved_at === null)
  return threads
    .filter(({ resolved_at }) => resolved_at !== null)
    .toSorted((one, other) => (other.resolved_at ?? '').localeCompare(one.resolved_at ?? ''))
}

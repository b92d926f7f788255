import * as z from 'zod/mini'
import { jsonColumn } from '../rows/content-type.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { heroBlockSchema, storiesBlockSchema } from '../sections/front.ts'
import { HOLDS, LETTER_STATUSES, RECIPIENT_STATES, TOPICS } from './letter-states.ts'

/**
 * A letter is a mail to the subscribers of a topic. It is made of blocks, of which stories are filled like those of a front.
 * When it goes out it is frozen: what its blocks show at that moment is its content, in every mail and on its page.
 */

/** Limits, which `private.check_letter` in the database has, too; in characters where nothing else is said. */
export const LETTER_LIMITS = {
  subject: 200,
  preview_text: 200,
  blocks: 20,
  /** Of all blocks together. */
  stories: 32,
  text: 50_000,
  label: 80,
} as const

/** Gmail shows no more than about 102,000 bytes of a mail's HTML; links that a provider adds need room, too. */
export const MAX_HTML_BYTES = 80_000

const blockSchema = z.discriminatedUnion('kind', [
  /** HTML as a story has it. */
  z.object({ kind: z.literal('text'), id: idSchema, html: z.string() }),
  heroBlockSchema,
  storiesBlockSchema,
  z.object({
    kind: z.literal('picture'),
    id: idSchema,
    /** The address of a picture of the library. */
    image: z.string(),
    alt: z.string(),
    caption: z.string(),
    /** Where it leads to; '': nowhere. */
    href: z.string(),
  }),
  z.object({ kind: z.literal('button'), id: idSchema, label: z.string(), href: z.string() }),
])
export type LetterBlock = z.infer<typeof blockSchema>
export const letterBlocksSchema = z.array(blockSchema)

const shownStorySchema = z.object({
  id: idSchema,
  title: z.string(),
  excerpt: z.string(),
  /** Its path on the site. */
  path: z.string(),
  /** The name of its category; '' without one. */
  category: z.string(),
  /** Its people, as its page names them. */
  byline: z.string(),
  /** The address of its picture in the library; null: it has none that may be shown. */
  image: z.nullable(z.string()),
  alt: z.string(),
})
export type ShownStory = z.infer<typeof shownStorySchema>

/** The id of the block that it is made of. */
const shown = { id: z.optional(idSchema) }

const shownBlockSchema = z.discriminatedUnion('kind', [
  z.object({ ...shown, kind: z.literal('text'), html: z.string() }),
  z.object({ ...shown, kind: z.literal('hero'), story: shownStorySchema }),
  z.object({ ...shown, kind: z.literal('stories'), heading: z.string(), stories: z.array(shownStorySchema) }),
  z.object({
    ...shown,
    kind: z.literal('picture'),
    image: z.string(),
    alt: z.string(),
    caption: z.string(),
    href: z.string(),
  }),
  z.object({ ...shown, kind: z.literal('button'), label: z.string(), href: z.string() }),
])
export type ShownBlock = z.infer<typeof shownBlockSchema>

/** What a letter shows, with its stories as they are at one moment. A block that would be empty is left out. */
export const letterContentSchema = z.object({
  subject: z.string(),
  preview_text: z.string(),
  blocks: z.array(shownBlockSchema),
})
export type LetterContent = z.infer<typeof letterContentSchema>

export const letterSchema = z.object({
  id: idSchema,
  topic: z.enum(TOPICS),
  subject: z.string(),
  preview_text: z.string(),
  blocks: jsonColumn(letterBlocksSchema),
  /** The last part of its page's address; null: it is made of the subject when the letter is frozen. */
  slug: z.nullable(z.string()),
  status: z.enum(LETTER_STATUSES),
  hold: z.nullable(z.enum(HOLDS)),
  problem: z.nullable(z.string()),
  send_at: z.nullable(timestampSchema),
  frozen_at: z.nullable(timestampSchema),
  content: jsonColumn(z.nullable(letterContentSchema)),
  /** Subscribers who had chosen its topic when it was frozen; null before. */
  candidates: z.nullable(z.number()),
  ended_at: z.nullable(timestampSchema),
  created_by: z.nullable(idSchema),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  version: z.number(),
})
export type Letter = z.infer<typeof letterSchema>

export const recipientSchema = z.object({
  id: idSchema,
  letter_id: idSchema,
  /** Null: the subscriber was erased. */
  email: z.nullable(z.string()),
  state: z.enum(RECIPIENT_STATES),
  /** Why, in a sentence: of what is excluded, failed or skipped. */
  reason: z.nullable(z.string()),
  accepted_at: z.nullable(timestampSchema),
  /** When and how the reader left the topic by this letter. */
  left_at: z.nullable(timestampSchema),
  left_by: z.nullable(z.enum(['one-click', 'page', 'mail', 'editor', 'complaint'])),
  /** When the mail came back, and what the other server said. */
  bounced_at: z.nullable(timestampSchema),
  bounce: z.nullable(z.string()),
})
export type LetterRecipient = z.infer<typeof recipientSchema>

/** The path of the page of a letter. */
export const letterPath = (slug: string) => `/letters/${slug}`

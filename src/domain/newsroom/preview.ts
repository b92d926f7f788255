import * as z from 'zod/mini'
import { Calendar } from '../text/calendar.ts'
import { LANGUAGES, MAIN_LANGUAGE } from '../text/language.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'

/** Where a publisher draws the text that a writer has on the screen. */
export const STORY_PREVIEW_PATH = '/publish/preview'
/** Where it draws the social card of that text. */
export const STORY_CARD_PATH = '/publish/preview-card'
/** Where it draws any page as it would be after changes. */
export const PAGE_PREVIEW_PATH = '/publish/preview-page'

/** For how many days a link opens a preview, unless another date is chosen, and at most. */
export const PREVIEW_DAYS = { usual: 14, most: 90 } as const

/** What a link shows: the story, two pages that show it among others, and its social card; by the ends of their addresses. */
const PREVIEW_PAGES = { '': 'story', '/home': 'home', '/section': 'section', '/card.jpg': 'card' } as const
export type PreviewPage = (typeof PREVIEW_PAGES)[keyof typeof PREVIEW_PAGES]

const isEnd = (end: string): end is keyof typeof PREVIEW_PAGES => Object.hasOwn(PREVIEW_PAGES, end)

/** The address of a page of the preview that a token opens. */
export function previewPath(token: string, page: PreviewPage = 'story'): string {
  const [end = ''] = Object.entries(PREVIEW_PAGES).find(([, one]) => one === page) ?? []
  return `/preview/${token}${end}`
}

/** The token and the page that an address names; null for another address. */
export function parsePreviewPath(path: string): { token: string; page: PreviewPage } | null {
  const [, token, end = ''] = /^\/preview\/([^/]+)(\/[^/]+)?\/?$/.exec(path) ?? []
  return token === undefined || !isEnd(end) ? null : { token, page: PREVIEW_PAGES[end] }
}

/** What the database says of the preview that a token opens. */
export const openedPreviewSchema = z.object({
  until: timestampSchema,
  shows: z.enum(['draft', 'scheduled', 'changes', 'published']),
  time_zone: z.nullable(z.string()),
  date_language: z.nullable(z.string()),
  language: z._default(z.enum(LANGUAGES), MAIN_LANGUAGE),
})
type OpenedPreview = z.infer<typeof openedPreviewSchema>

/** What a preview says of itself; src/words has it in each language. */
export interface PreviewWords {
  preview: string
  shows: Readonly<Record<OpenedPreview['shows'], string>>
  ends: (day: string) => string
}

/** What readers of a preview are told: 'This story is not published. The link ends on 12 December 2026.' */
export function previewNotice(
  { shows, until, time_zone, date_language }: OpenedPreview,
  words: PreviewWords,
): string {
  const day = new Calendar(time_zone, date_language).format(until, 'longDate')
  return `${words.shows[shows]} ${words.ends(day)}`
}

/** What the edge function preview answers: the story itself, for a host that only has files. */
export const livePreviewSchema = z.extend(openedPreviewSchema, {
  slug: z.string(),
  /** Null: readers have the story at its address. */
  article: z.nullable(z.unknown()),
})

/** A link as its list shows it. */
export const previewLinkSchema = z.object({
  id: idSchema,
  until: timestampSchema,
  revoked_at: z.nullable(timestampSchema),
  openings: z.int(),
  opened_at: z.nullable(timestampSchema),
  created_by: z.nullable(idSchema),
  created_at: timestampSchema,
  /** It was revoked because its maker lost the role or the account. */
  ended_with_maker: z.boolean(),
})
export type PreviewLink = z.infer<typeof previewLinkSchema>

/** Whether a link opens the preview at a moment (ms since 1970). */
export function isOpen({ until, revoked_at }: PreviewLink, now: number): boolean {
  return revoked_at === null && Date.parse(until) > now
}

/** A page of the site as it would be; null: there would be none. */
export const drawnPageSchema = z.object({ html: z.nullable(z.string()) })
export type DrawnPage = z.infer<typeof drawnPageSchema>

/** What the database says of a drawn story. */
export const drawnAtSchema = z.object({
  /** When the story comes out, and as of which time its page is drawn: now, its date, or when its pictures may be shown. */
  moment: timestampSchema,
  /** The files, with reasons, for which it would not be published; null: none. */
  refused: z.nullable(z.string()),
})

/** Why a text cannot be drawn as it is. */
const problemSchema = z.object({ problem: z.string() })

/** The answer to a writer whose text was to be drawn: the page, or why there is none. */
export const drawnStorySchema = z.union([z.extend(drawnAtSchema, { html: z.string() }), problemSchema])
export type DrawnStory = z.infer<typeof drawnStorySchema>

/** The answer to a writer whose social card was to be drawn: a JPEG in base64, or why there is none. */
export const drawnCardSchema = z.union([z.object({ jpg: z.string() }), problemSchema])
export type DrawnCard = z.infer<typeof drawnCardSchema>

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import {
  type LetterBlock,
  type LetterContent,
  letterBlocksSchema,
  letterContentSchema,
  MAX_HTML_BYTES,
} from '../../../../domain/letters/letter.ts'
import { LETTER_PAGE_PATH } from '../../../../domain/letters/letter-requests.ts'
import { drawnPageSchema } from '../../../../domain/newsroom/preview.ts'
import type { LetterFrame } from '../../../../letters/letter-frame.ts'
import type { LetterProblem } from '../../../../letters/letter-checks.ts'
import { askPublisher } from '../../../data/requests/publisher.ts'
import { rowsQuery } from '../../../data/requests/queries.ts'
import { type LetterForm, letterFormSchema } from './letters.ts'

/** What the blocks of a letter show now. `asKey`: the blocks as text. */
function contentQuery(asKey: string) {
  return queryOptions({
    queryKey: ['articles', 'content of a letter', asKey],
    queryFn: async (): Promise<LetterContent> => {
      const { fillLetter } = await import('../../../../letters/fill-letter.ts')
      const blocks: LetterBlock[] = letterBlocksSchema.parse(JSON.parse(asKey))
      return fillLetter({ subject: '', preview_text: '', blocks }, adminClient(), adminClient())
    },
  })
}

const frameQuery = queryOptions({
  queryKey: ['settings', 'frame of letters'],
  queryFn: async (): Promise<LetterFrame> => {
    const { loadFrame } = await import('../../../../letters/letter-frame.ts')
    return loadFrame(adminClient(), __SITE_URL__)
  },
})

/** Letters whose subjects are compared, at most. */
const MAX_EARLIER = 200

/** The subjects of letters that went out, the latest first. */
const earlierSubjectsQuery = rowsQuery(['letters', 'subjects'], z.object({ subject: z.string() }), () =>
  adminClient()
    .from('letters')
    .select('subject')
    .not('frozen_at', 'is', null)
    .order('frozen_at', { ascending: false })
    .limit(MAX_EARLIER),
)

export interface DrawnLetter {
  content: LetterContent
  html: string
  text: string
  /** Of the HTML. */
  bytes: number
  problems: LetterProblem[]
}

/** Whether mail programs may cut a mail off. */
export const isHeavy = ({ bytes }: Pick<DrawnLetter, 'bytes'>): boolean => bytes > MAX_HTML_BYTES

/** The mail of a letter, as HTML and as text, and what is wrong with it. `asKey`: what is written, as text. */
export function drawnLetterQuery(asKey: string) {
  return queryOptions({
    queryKey: ['letters', 'drawn', asKey],
    queryFn: async ({ client }): Promise<DrawnLetter> => {
      const form: LetterForm = letterFormSchema.parse(JSON.parse(asKey))
      const [blocks, frame, earlier, { mailHtml }, { mailText }, { letterChecks }] = await Promise.all([
        client.ensureQueryData(contentQuery(JSON.stringify(form.blocks))),
        client.ensureQueryData(frameQuery),
        client.ensureQueryData(earlierSubjectsQuery),
        import('../../../../letters/mail-html.ts'),
        import('../../../../letters/mail-text.ts'),
        import('../../../../letters/letter-checks.ts'),
      ])
      const content = { ...blocks, subject: form.subject.trim(), preview_text: form.preview_text.trim() }
      const html = mailHtml(content, frame)
      return {
        ...{ content, html, text: mailText(content, frame) },
        bytes: new TextEncoder().encode(html).length,
        problems: letterChecks(
          form,
          content,
          html,
          earlier.map(({ subject }) => subject),
        ),
      }
    },
    placeholderData: keepPreviousData,
  })
}

/** The page that a letter would have on the site, drawn by the publisher; null when there is none. `asKey`: its content, as text. */
export function letterPageQuery(letterId: string, asKey: string) {
  return queryOptions({
    queryKey: ['letters', 'page', letterId, asKey],
    queryFn: async ({ signal }): Promise<string | null> => {
      const body = JSON.stringify({ letterId, content: letterContentSchema.parse(JSON.parse(asKey)) })
      return (await askPublisher(LETTER_PAGE_PATH, body, drawnPageSchema, signal))?.html ?? null
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
}

import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { PostgrestClient } from '@supabase/postgrest-js'
import * as z from 'zod/mini'
import { secretClient } from '../../backend/client.ts'
import { toBackendError } from '../../backend/errors.ts'
import { socialCardPath } from '../../content/pages/social-card.ts'
import { articlePath } from '../../content/types.ts'
import {
  LETTER_PAGE_PATH,
  type LetterPageRequest,
  letterPageRequestSchema,
} from '../../domain/letters/letter-requests.ts'
import { letterPath } from '../../domain/letters/letter.ts'
import { fileTypeOf } from '../../domain/media/file-type.ts'
import { isAutomatic } from '../../domain/readers/crawler.ts'
import {
  type DrawnCard,
  type DrawnPage,
  type DrawnStory,
  type PreviewPage,
  PAGE_PREVIEW_PATH,
  STORY_CARD_PATH,
  STORY_PREVIEW_PATH,
  drawnAtSchema,
  openedPreviewSchema,
  parsePreviewPath,
  previewNotice,
  previewPath,
} from '../../domain/newsroom/preview.ts'
import { withPreviewBar } from '../../domain/newsroom/preview-bar.ts'
import { headerRules, headersOf } from '../../domain/site/response-headers.ts'
import { timestampSchema } from '../../domain/rows/row.ts'
import { sectionPath } from '../../domain/sections/section.ts'
import { MAIN_LANGUAGE } from '../../domain/text/language.ts'
import { messageOf } from '../../node/report.ts'
import { wordsOf } from '../../words/words.ts'
import type { Publisher } from '../publisher.ts'
import type { Timings } from '../timings.ts'
import { compress } from '../folder/compression.ts'
import type { TriedChange } from '../rendering/render-process.ts'
import { UNKNOWN } from './senders.ts'
import { type Answer, type StaffRequestOptions, StaffRequests } from './staff-requests.ts'
import { triedChangeSchema, tryChanges } from './tried-change.ts'

/** Links that are shown at the same moment: a publish waits for each that came before it. */
const MAX_SHOWN = 10
const BACKEND_TIMEOUT_MS = 10_000
/** How long a link waits for pictures that are not known yet. A writer does not wait: the next draft has them. */
const PICTURE_WAIT_MS = 3_000
/** How long the copies of pictures are sent that a preview has shown and no page of the site. */
const COPY_MS = 60 * 60_000

const storySchema = z.extend(triedChangeSchema, {
  ...drawnAtSchema.shape,
  slug: z.string(),
  /** The first section of its category. */
  section: z.nullable(z.object({ slug: z.string(), title: z.string() })),
})
const linkSchema = z.nullable(z.extend(openedPreviewSchema, { story: z.unknown() }))
const slugSchema = z.object({ slug: z.string() })
const textSchema = z.object({
  /** Null: of a story that is not saved yet. */
  article: z.nullable(z.string()),
  /** The columns that the text changes. */
  patch: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
})
const pageSchema = z.object({
  changes: z.unknown(),
  pathname: z.string(),
  /** By id, publish dates of stories that come out later: the database shows them as if they were out now. */
  dates: z._default(z.record(z.string(), timestampSchema), {}),
  /** The moment at which the page is shown; null: now. */
  at: z._default(z.nullable(timestampSchema), null),
})

interface PreviewOptions extends Pick<StaffRequestOptions, 'supabaseUrl' | 'publishableKey' | 'siteUrl'> {
  secretKey: string
  distDir: string
  /** Null while it starts. */
  publisher: () => Pick<Publisher, 'preview' | 'pictureCopy'> | null
}

/**
 * Answers requests for previews, which are drawn in memory: `GET /preview/<token>` with the story of a link,
 * `/preview/<token>/home` and `/preview/<token>/section` with the pages that show it, `/preview/<token>/card.jpg` with its
 * social card, `POST /publish/preview` with the text that a writer has on the screen, `POST /publish/preview-card` with its
 * social card, `POST /publish/preview-page` with any page as it would be after changes, and `POST /publish/letters/page` with
 * the page of a letter that has not gone out. A token of two random UUIDs cannot be guessed, so guesses are not counted; each
 * wrong one is answered alike.
 */
export class PreviewRequests {
  readonly #options: PreviewOptions
  readonly #client: PostgrestClient
  readonly #ofStaff: readonly StaffRequests[]
  readonly #headers: OutgoingHttpHeaders
  /** Until when copies of pictures are sent, by file name. */
  readonly #copies = new Map<string, number>()
  #shown = 0
  /** In the language that the magazine had when a link was last opened. */
  #words = wordsOf(MAIN_LANGUAGE).previews

  constructor(options: PreviewOptions) {
    this.#options = options
    this.#client = secretClient(options.supabaseUrl, options.secretKey, BACKEND_TIMEOUT_MS)
    this.#headers = {
      ...headersOf(headerRules(options.siteUrl), '/'),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    }
    const ofStaff = (asked: Pick<StaffRequestOptions, 'path' | 'action' | 'answer'>) =>
      new StaffRequests({ ...options, ...asked, isReady: () => options.publisher() !== null })
    this.#ofStaff = [
      ofStaff({
        path: STORY_PREVIEW_PATH,
        action: 'articles.create',
        answer: (body, sender, timings) => this.#draw('story', body, sender, timings),
      }),
      ofStaff({
        path: STORY_CARD_PATH,
        action: 'articles.create',
        answer: (body, sender, timings) => this.#draw('card', body, sender, timings),
      }),
      ofStaff({
        path: PAGE_PREVIEW_PATH,
        action: 'articles.publish',
        answer: (body, sender) => this.#drawPage(body, sender),
      }),
      ofStaff({
        path: LETTER_PAGE_PATH,
        action: 'letters.write',
        answer: (body) => this.#drawLetter(letterPageRequestSchema.parse(body)),
      }),
    ]
  }

  /** Returns false for any other request. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    for (const one of this.#ofStaff) if (await one.answer(request, response)) return true
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const path = request.url?.split('?', 1)[0] ?? ''
    const asked = parsePreviewPath(path)
    if (asked === null) return this.#sendCopy(path, request, response)
    if (this.#shown >= MAX_SHOWN) {
      await this.#send(request, response, 503, this.#words.later)
      return true
    }
    this.#shown += 1
    await this.#show(asked, request, response).finally(() => (this.#shown -= 1))
    return true
  }

  async #show(
    { token, page }: { token: string; page: PreviewPage },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const header = (name: string) => request.headers[name]?.toString()
    const { data, error, status } = await this.#client.rpc('open_preview', {
      p_token: token,
      p_counts: page === 'story' && request.method === 'GET' && !isAutomatic(header),
    })
    if (error) {
      const { kind } = toBackendError(error, status)
      return this.#send(request, response, 503, kind === 'network' ? this.#words.later : this.#words.notNow)
    }
    const link = linkSchema.parse(data)
    if (link === null) return this.#sendNotFound(request, response)
    const { previewBar, previews } = wordsOf(link.language)
    this.#words = previews
    const { slug } = slugSchema.parse(link.story)
    const [storyPath, cardPath] = [articlePath(slug), socialCardPath(slug)]
    if (link.shows === 'published') {
      response.writeHead(302, { ...this.#headers, location: page === 'card' ? cardPath : storyPath }).end()
      return
    }
    const { section, ...change } = storySchema.parse(link.story)
    const paths = { story: storyPath, home: '/', section: section && sectionPath(section), card: cardPath }
    const pathname = paths[page]
    if (pathname === null) return this.#sendNotFound(request, response)
    const publisher = this.#options.publisher()
    const drawn = await publisher
      ?.preview(change, pathname, AbortSignal.timeout(PICTURE_WAIT_MS))
      .catch(() => undefined)
    if (!drawn?.bytes) return this.#send(request, response, 503, this.#words.notNow)
    if (page === 'card') return this.#send(request, response, 200, drawn.bytes, 'jpg')
    this.#allowCopies(drawn.copies)
    const pages: [PreviewPage, string][] = [
      ['story', previews.story],
      ['home', previews.home],
      ...(section === null ? [] : [['section', section.title] satisfies [PreviewPage, string]]),
    ]
    const text = Buffer.from(drawn.bytes).toString('utf8')
    const { siteUrl } = this.#options
    const own =
      page === 'story'
        ? text.replaceAll(siteUrl + cardPath, siteUrl + previewPath(token, 'card'))
        : // On other pages than its own, links to the story lead to its preview: nothing is at its address yet.
          text.replaceAll(`href="${storyPath}"`, `href="${previewPath(token)}"`)
    const html = withPreviewBar(own, {
      name: previewBar.preview,
      notice: previewNotice(link, previewBar),
      links: pages.map(([name, label]) => ({
        label,
        href: previewPath(token, name),
        isCurrent: name === page,
      })),
    })
    return this.#send(request, response, 200, html, 'html')
  }

  /** Draws a text for a writer, or its social card. */
  async #draw(
    page: 'story' | 'card',
    body: unknown,
    sender: PostgrestClient,
    timings: Timings,
  ): Promise<Answer> {
    const { article, patch, tags } = textSchema.parse(body)
    const publisher = this.#options.publisher()
    if (publisher === null) return [UNKNOWN]
    const [allowed, tried] = await Promise.all([
      sender.rpc('may_preview', { p_article: article }),
      this.#client.rpc('preview_story', { p_article: article, p_patch: patch, p_tags: tags }),
    ])
    timings.mark('database')
    if (allowed.error) return [UNKNOWN]
    if (allowed.data !== true) return [403]
    return [200, await this.#drawn(page, tried, publisher, timings)]
  }

  /** Draws a page as it would be after changes that somebody may publish. */
  async #drawPage(body: unknown, sender: PostgrestClient): Promise<Answer> {
    const { changes, pathname, dates, at } = pageSchema.parse(body)
    const publisher = this.#options.publisher()
    if (publisher === null) return [UNKNOWN]
    try {
      const change = withDates(await tryChanges(sender, changes, at), dates)
      const { bytes, copies } = await publisher.preview(
        change,
        pathname,
        AbortSignal.timeout(PICTURE_WAIT_MS),
      )
      this.#allowCopies(copies)
      return [200, { html: bytes && Buffer.from(bytes).toString('utf8') } satisfies DrawnPage]
    } catch (error) {
      return [toBackendError(error).kind === 'denied' ? 403 : UNKNOWN]
    }
  }

  /** Draws the page of a letter that has not gone out, as if it did now. */
  async #drawLetter({ letterId: id, content }: LetterPageRequest): Promise<Answer> {
    const publisher = this.#options.publisher()
    if (publisher === null) return [UNKNOWN]
    // No letter that went out has its address.
    const slug = `draft-${id}`
    const row = { id, slug, content, frozen_at: new Date().toISOString(), withdrawn_files: [] }
    try {
      const { bytes, copies } = await publisher.preview(
        { events: [{ entity: 'letters', entity_id: id }], rows: { letters: [row] } },
        letterPath(slug),
        AbortSignal.timeout(PICTURE_WAIT_MS),
      )
      this.#allowCopies(copies)
      return [200, { html: bytes && Buffer.from(bytes).toString('utf8') } satisfies DrawnPage]
    } catch {
      return [UNKNOWN]
    }
  }

  async #drawn(
    page: 'story' | 'card',
    { data, error, status }: { data: unknown; error: unknown; status: number },
    publisher: Pick<Publisher, 'preview'>,
    timings: Timings,
  ): Promise<DrawnStory | DrawnCard> {
    if (error) return { problem: reasonOf(toBackendError(error, status)) }
    const { slug, moment, refused, ...change } = storySchema.parse(data)
    try {
      const { bytes, copies, skipped, ms } = await publisher.preview(
        change,
        ...(page === 'story'
          ? ([articlePath(slug), AbortSignal.abort()] as const)
          : ([socialCardPath(slug), AbortSignal.timeout(PICTURE_WAIT_MS)] as const)),
      )
      timings.add(ms)
      timings.mark('handover')
      if (bytes !== null && page === 'card') return { jpg: Buffer.from(bytes).toString('base64') }
      this.#allowCopies(copies)
      if (bytes !== null) return { html: Buffer.from(bytes).toString('utf8'), moment, refused }
      return { problem: skipped[0]?.reason ?? 'The story has no page.' }
    } catch (failure) {
      return { problem: messageOf(failure) }
    }
  }

  /** Sends the site's own page for what is not there. */
  async #sendNotFound(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = await readFile(join(this.#options.distDir, '404.html')).catch(() => null)
    await this.#send(request, response, 404, page ?? this.#words.none, page ? 'html' : 'txt')
  }

  async #send(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    content: string | Uint8Array,
    type: 'txt' | 'html' | 'jpg' = 'txt',
  ): Promise<void> {
    const { isText } = fileTypeOf(`.${type}`)
    const isCompressed = isText && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    const plain = Buffer.from(content)
    const body = isCompressed ? await compress(plain, 'gzip') : plain
    response.writeHead(status, {
      ...this.#headers,
      ...fileHeaders(`.${type}`, body),
      ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
      ...(status === 503 ? { 'retry-after': '5' } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  #allowCopies(files: readonly string[]): void {
    const now = Date.now()
    for (const [file, until] of this.#copies) if (until < now) this.#copies.delete(file)
    for (const file of files) this.#copies.set(file, now + COPY_MS)
  }

  /**
   * Sends the copy of a picture that a recent preview has shown and that is not in the folder, since no page of the site
   * names it. Its name begins with a hash of the picture, so only readers of the preview know it.
   */
  async #sendCopy(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const file = path.replace(/^\/_images\//, '')
    if ((this.#copies.get(file) ?? 0) < Date.now()) return false
    const isInFolder = await stat(join(this.#options.distDir, '_images', file)).then(
      () => true,
      () => false,
    )
    const copy = isInFolder ? null : await this.#options.publisher()?.pictureCopy(file)
    if (!copy) return false
    response.writeHead(200, {
      ...this.#headers,
      // The next draft of a text shows it again.
      'cache-control': 'private, max-age=600',
      ...fileHeaders(copy.file, copy.bytes),
    })
    response.end(request.method === 'HEAD' ? undefined : copy.bytes)
    return true
  }
}

function fileHeaders(file: string, body: Uint8Array): OutgoingHttpHeaders {
  return { 'content-type': fileTypeOf(file).contentType, 'content-length': body.length }
}

/** Why the database would not publish a story, for its writer. */
function reasonOf({ kind, constraint, message }: ReturnType<typeof toBackendError>): string {
  if (constraint === 'articles_slug_key') return 'Another story has this URL slug.'
  return kind === 'network' ? 'The database does not answer.' : message
}

/** A change with the publish dates of stories as they will be. */
function withDates(change: TriedChange, dates: Readonly<Record<string, string>>): TriedChange {
  const articles = change.rows.articles?.map((row) => {
    const date = dates[String(row.id)]
    return date === undefined ? row : { ...row, published_at: date }
  })
  return articles === undefined ? change : { ...change, rows: { ...change.rows, articles } }
}

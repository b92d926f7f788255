import '../../../domain/rows/zod-without-eval.ts'
import * as z from 'zod/mini'
import type { PublicClient } from '../../../backend/client.ts'
import {
  type AuthorDirectory,
  type AuthorEntry,
  authorDirectory,
  authorName,
  authorPath,
  ownerName,
} from '../../../content/lists/authors.ts'
import { articleType, introOf } from '../../../domain/story/article.ts'
import { type BodyMedia, type RenderedBody, renderBody } from '../../../domain/body/render.ts'
import type { Calendar } from '../../../domain/text/calendar.ts'
import { storyLanguage } from '../../../domain/text/language.ts'
import { bylineParts, creditRoleSchema, creditRoleType } from '../../../domain/story/credit.ts'
import { type Fact, isRemembered, shownFacts } from '../../../domain/story/fact.ts'
import { openingOf } from '../../../domain/story/opening.ts'
import { DEFAULT_READ_TIME } from '../../../domain/story/read-time.ts'
import { timestampSchema } from '../../../domain/rows/row.ts'
import { shownAddress } from '../../../domain/media/media-address.ts'
import { isLongTitle, titleParts } from '../../../domain/story/title.ts'
import { createWholePicture } from '../cropped-picture.ts'
import { createElement, timeOf, withDot } from '../dom.ts'
import { readerClient } from '../reader-client.ts'
import { type LivePage, setTitle, showNotFound } from './live-page.ts'
import { readPublicAuthors } from './public-authors.ts'

const liveSchema = z.extend(articleType.row, {
  /** The storage paths of files that are not shown. */
  withdrawn_files: z.array(z.string()),
  published_at: timestampSchema,
  category: z.nullable(z.object({ name: z.string(), color: z.string() })),
  author: z.nullable(
    z.object({ id: z.string(), full_name: z.nullable(z.string()), name_confirmed: z.boolean() }),
  ),
})
type LiveArticle = z.infer<typeof liveSchema>

/** Draws a story that is given as `showLiveArticle` reads it. Returns whether it could be read. */
export async function drawLiveArticle(data: unknown, { main, calendar }: LivePage): Promise<boolean> {
  const { data: article } = liveSchema.safeParse(data)
  if (article === undefined) return false
  setTitle(article.title)
  main.replaceChildren(storyOf(article, await bylineOf(readerClient(), article, calendar.locale), calendar))
  return true
}

/**
 * Renders a published story, read live with the publishable key; follows redirects of old slugs. Otherwise
 * shows "not found" or the loading error and resolves to false.
 */
export async function showLiveArticle(slug: string, page: LivePage): Promise<boolean> {
  const client = readerClient()
  const { data, error } = await client
    .from('articles')
    .select(
      `${articleType.select},withdrawn_files,category:categories(name,color),author:profiles!articles_author_id_fkey(id,full_name,name_confirmed)`,
    )
    .eq('slug', slug)
    .eq('status', 'published')
    .maybeSingle()
  if (await drawLiveArticle(data, page)) return true
  if (error !== null) return showError(page, error)
  const { data: moved, error: failed } = await client
    .from('slug_redirects')
    .select('article:articles(slug)')
    .eq('kind', 'article')
    .eq('old_slug', slug)
    .maybeSingle()
  const target = z.object({ article: z.object({ slug: z.string() }) }).safeParse(moved)
  if (target.success) {
    location.replace(`/article/${target.data.article.slug}`)
    return true
  }
  if (failed !== null) return showError(page, failed)
  const { main, words } = page
  showNotFound(main, words.noArticle, words.noArticleText, '/', words.home)
  return false
}

function showError({ main, words }: LivePage, error: object): false {
  console.error('Error fetching article:', error)
  const { notReached, tryAgain } = pageWords
  showNotFound(main, words.failed.article, notReached, location.pathname, tryAgain)
  return false
}

/** The byline as on the pre-rendered page: links where there are author pages. */
async function bylineOf(
  client: PublicClient,
  { author, credits }: LiveArticle,
  language: string,
): Promise<(Node | string)[]> {
  const [authors, { data }] = await Promise.all([
    readPublicAuthors(client),
    client.from('credit_roles').select(creditRoleType.select),
  ])
  const roles = z.catch(z.array(creditRoleSchema), []).parse(data)
  const directory = authorDirectory(authors ?? [])
  const groups = new Map<string, { byline: string; people: LivePerson[] }>()
  for (const { person_id, role_id } of credits ?? []) {
    const entry = directory.ofRow(person_id)
    const role = roles.find(({ id }) => id === role_id)
    if (entry === null || role === undefined) continue
    const group = groups.get(role_id) ?? { byline: role.byline, people: [] }
    group.people.push({ name: authorName(entry), entry })
    groups.set(role_id, group)
  }
  const shown =
    groups.size > 0 ? [...groups.values()] : [{ byline: pageWords.by, people: [ownerOf(directory, author)] }]
  return bylineParts(shown, language).map((part) => {
    if (typeof part === 'string') return part
    const { name, entry } = part
    return createElement(
      'bdi',
      {},
      entry === null ? name : createElement('a', { href: authorPath(entry.key), rel: 'author' }, name),
    )
  })
}

interface LivePerson {
  name: string
  entry: AuthorEntry | null
}

function ownerOf(directory: AuthorDirectory, owner: LiveArticle['author']): LivePerson {
  const entry = owner && directory.ofProfile(owner)
  return { name: (owner && ownerName(owner, entry)) || pageWords.unknownAuthor, entry }
}

function storyOf(article: LiveArticle, byline: (Node | string)[], calendar: Calendar): HTMLElement {
  const { category, published_at, withdrawn_files: withdrawn } = article
  const featured_image = shownAddress(article.featured_image, withdrawn)
  const intro = introOf(article)
  const words = pageWords
  const title = titleParts(article.title, article.title_emphasis).map(({ text, emphasis }) =>
    emphasis ? createElement('em', {}, text) : text,
  )
  const header = createElement(
    'header',
    {},
    createElement('a', { class: 'back', href: '/browse' }, words.story.back),
    createElement('p', withDot(category, 'label'), category?.name ?? words.uncategorized),
    createElement('h1', isLongTitle(article.title) ? { class: 'long' } : {}, ...title),
    intro && createElement('p', { class: 'standfirst' }, intro),
    createElement(
      'p',
      { class: 'meta parts byline' },
      createElement('span', {}, ...byline),
      ' ',
      timeOf(published_at, calendar, 'longDate'),
      ' ',
      createElement('span', {}, words.minutes(article.read_time ?? DEFAULT_READ_TIME)),
    ),
  )
  // Its size is not known before it comes.
  const opening = openingOf(article.opening, featured_image === null ? null : { width: null, height: null })
  const facts = shownFacts(article.facts)
  const language = storyLanguage(calendar.language, document.documentElement.lang)
  const text = createElement(
    'div',
    { class: 'text' },
    ...bodyOf(renderBody(article.content, { withdrawn, language })),
  )
  return createElement(
    'article',
    { class: `story opens-${opening}`, 'data-minutes': String(article.read_time ?? DEFAULT_READ_TIME) },
    header,
    featured_image &&
      opening !== 'none' &&
      createElement('figure', { class: 'opening' }, createWholePicture(featured_image)),
    createElement('div', { class: 'spread' }, facts.length > 0 && factList(facts), text),
  )
}

/** As in Facts.astro. */
function factList(facts: readonly Fact[]): HTMLElement {
  const list = facts.map((fact) =>
    createElement(
      'div',
      isRemembered(fact) ? { class: 'remembered' } : {},
      createElement('dt', {}, fact.label),
      createElement('dd', {}, fact.value),
    ),
  )
  const label = pageWords.story.facts
  return createElement('aside', { class: 'facts', 'aria-label': label }, createElement('dl', {}, ...list))
}

function bodyOf(body: RenderedBody): HTMLElement[] {
  if (body.kind === 'html') return [prose(body.html)]
  if (body.kind === 'interactive') {
    return body.choices.map(({ id, title, description, html }) =>
      createElement(
        'section',
        { id },
        createElement('h2', {}, title),
        createElement('p', {}, description),
        prose(html),
      ),
    )
  }
  if (body.kind === 'mixed-media') {
    return body.sections.flatMap((section) =>
      section.type === 'text' ? [prose(section.html)] : section.items.map(mediaOf),
    )
  }
  return [createElement('p', { class: 'failure' }, pageWords.story.unreadable[body.reason])]
}

function mediaOf({ type, src, alt, caption }: BodyMedia): HTMLElement {
  const media =
    type === 'image'
      ? createElement('img', { src, alt, loading: 'lazy' })
      : createElement('video', { src, controls: '' })
  return createElement('figure', {}, media, caption && createElement('figcaption', {}, caption))
}

/** `html` comes from renderBody and is sanitised. */
function prose(html: string): HTMLElement {
  const element = createElement('div', { class: 'prose' })
  element.innerHTML = html
  return element
}

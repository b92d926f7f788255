import '../../../domain/rows/zod-without-eval.ts'
import * as z from 'zod/mini'
import type { PublicClient } from '../../../backend/client.ts'
import { LIST_PAGE_SIZE } from '../../../content/lists/list-chunks.ts'
import { articleType } from '../../../domain/story/article.ts'
import {
  type Author,
  joinedMonth,
  NETWORK_NAMES,
  SOCIAL_NETWORKS,
  socialUrl,
} from '../../../domain/people/author.ts'
import type { Calendar } from '../../../domain/text/calendar.ts'
import { mailtoLink } from '../../../domain/readers/mailto.ts'
import { categorySchema } from '../../../domain/sections/category.ts'
import { initialOf } from '../../../domain/people/person-name.ts'
import { DEFAULT_READ_TIME } from '../../../domain/story/read-time.ts'
import { timestampSchema } from '../../../domain/rows/row.ts'
import { createFramedPicture, createThumbnail } from '../cropped-picture.ts'
import { createElement, timeOf, withDot } from '../dom.ts'
import { readerClient } from '../reader-client.ts'
import { type LivePage, setTitle, showNotFound } from './live-page.ts'
import { findAuthor, readPublicAuthors } from './public-authors.ts'

const storyColumns = z.extend(
  z.pick(articleType.columns, { slug: true, title: true, excerpt: true, featured_image: true }),
  z.extend(z.pick(articleType.row, { read_time: true }), { published_at: timestampSchema }).shape,
)
const categoryColumns = z.pick(categorySchema, { name: true, color: true })
const storySchema = z.extend(storyColumns, {
  category: z.nullable(categoryColumns),
  remembered: articleType.columns.shape.facts,
})
type Story = z.infer<typeof storySchema>
const foundSchema = z.object({ stories: z.array(storySchema), total: z.int() })

/**
 * Renders an author whose page is not built yet, read live with the publishable key. Otherwise shows "not
 * found" or the loading error and resolves to false. `key` is the last path segment; null when it is malformed.
 */
export async function showLiveAuthor(key: string | null, page: LivePage): Promise<boolean> {
  const { main, calendar, words } = page
  if (key === null) return showAuthorNotFound(page, words.noAuthorText)
  const client = readerClient()
  const authors = await readPublicAuthors(client)
  if (authors === null) return showAuthorNotFound(page, words.authorNotLoaded)
  const author = findAuthor(authors, key)
  if (author === null) return showAuthorNotFound(page, words.authorNotFound)
  const list = await storiesOf(client, author)
  if (list === null) return showAuthorNotFound(page, words.authorNotLoaded)
  setTitle(author.name)
  main.replaceChildren(headOf(author, calendar), listOf(author, list.stories, list.total, calendar))
  return true
}

function showAuthorNotFound({ main, words }: LivePage, message: string): false {
  showNotFound(main, words.noAuthor, message, '/browse', pageWords.browseAllArticles)
  return false
}

/** The stories of an author, found by name in the readers' search: stories of namesakes are among them until the page is built. */
async function storiesOf(client: PublicClient, { name }: Author) {
  const { data, error } = await client.rpc('find_stories', { p_author: name, p_take: LIST_PAGE_SIZE })
  const found = foundSchema.safeParse(data)
  if (found.success) return found.data
  console.error('Error fetching articles:', error ?? found.error)
  return null
}

function headOf(author: Author, calendar: Calendar): HTMLElement {
  const { name, role, bio, email, image_url, social_links } = author
  const joined = joinedMonth(author, calendar)
  const links = SOCIAL_NETWORKS.map((network) => {
    const url = socialUrl(network, social_links[network])
    return url && createElement('a', { href: url, rel: 'noopener' }, NETWORK_NAMES[network])
  })
  const meta = createElement(
    'p',
    { class: 'meta' },
    email && createElement('a', { href: mailtoLink(email) }, email),
    joined && createElement('span', {}, pageWords.author.joined(joined)),
    ...links,
  )
  return createElement(
    'header',
    { class: 'top author' },
    image_url
      ? createFramedPicture(image_url, name)
      : createElement('p', { class: 'frame blank', 'aria-hidden': 'true' }, initialOf(name)),
    createElement(
      'div',
      {},
      role && createElement('p', { class: 'label' }, role),
      createElement('h1', {}, name),
      bio && createElement('p', {}, bio),
      meta.hasChildNodes() && meta,
    ),
  )
}

function listOf({ name }: Author, stories: readonly Story[], total: number, calendar: Calendar): HTMLElement {
  const words = pageWords
  const browse = createElement('a', { class: 'link', href: '/browse' }, words.browseAllArticles)
  const { before, after } = words.author.articlesBy(total)
  return createElement(
    'section',
    { class: 'band' },
    createElement('header', {}, createElement('h2', {}, before, createElement('bdi', {}, name), after)),
    stories.length > 0
      ? createElement('div', { class: 'row' }, ...stories.map((story) => cardOf(story, calendar)))
      : createElement('p', { class: 'empty' }, `${words.author.noArticles} `, browse),
  )
}

function cardOf(story: Story, calendar: Calendar): HTMLElement {
  const { slug, title, excerpt, remembered, featured_image, published_at, read_time, category } = story
  const words = pageWords
  return createElement(
    'article',
    { class: 'card' },
    featured_image && createThumbnail(featured_image),
    createElement(
      'div',
      { class: 'card-text' },
      createElement('h3', {}, createElement('a', { href: `/article/${slug}` }, title)),
      remembered.length > 0
        ? createElement(
            'dl',
            { class: 'remembered' },
            ...remembered.map(({ label, value }) =>
              createElement('div', {}, createElement('dt', {}, label), createElement('dd', {}, value)),
            ),
          )
        : excerpt && createElement('p', {}, excerpt),
      createElement(
        'p',
        { class: 'meta parts' },
        createElement('bdi', withDot(category), category?.name ?? words.uncategorized),
        ' ',
        timeOf(published_at, calendar, 'date'),
        ' ',
        createElement('span', {}, words.minutes(read_time ?? DEFAULT_READ_TIME)),
      ),
    ),
  )
}

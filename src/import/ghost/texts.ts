import type { ElementContent } from 'hast'
import { el, textOf } from '../../domain/body/html/hast.ts'
import { Calendar } from '../../domain/text/calendar.ts'
import { nodesOf } from '../body/story-body.ts'
import type { Note, Page, ReadOptions, Story } from '../description.ts'
import { fullAddress } from './addresses.ts'
import { ghostBody } from './body.ts'
import { publicationOf } from './publication.ts'
import type { PostMeta, PostRow } from './rows.ts'
import type { Settings } from './settings.ts'

/** A post with what other tables say of it. */
export interface Post {
  key: string
  place: string
  row: PostRow
  /** Of the table of its own; null: not in it. */
  meta: PostMeta | null
  /** Keys, in the order of the byline. */
  people: string[]
  /** The ones that readers see, the primary one first. */
  tags: readonly { key: string; slug: string }[]
  /** The slug of the first person. */
  personSlug: string
  /** Where links of the file lead to it. */
  linkedAt: string[]
}

interface TextOptions extends ReadOptions {
  settings: Settings
}

/** What a column says in its own table, or else in the table of posts. */
type Columns = PostMeta & PostRow

/** The post as a story or page; null for a kind that is neither. */
export function textOfPost(post: Post, options: TextOptions): Story | Page | null {
  const { row } = post
  if (!['', 'post', 'page'].includes(row.type)) return null
  return row.type === 'page' || (row.type === '' && row.page) ? pageOf(post, options) : storyOf(post, options)
}

function storyOf(post: Post, options: TextOptions): Story {
  const columns = columnsOf(post)
  const notes = [...notesOf(columns)]
  const picture = openingOf(columns, options.settings.address, notes)
  return {
    kind: 'story',
    ...textFields(post, columns, options, { notes, opening: [] }),
    addresses: addressesOf(post, options.settings),
    standfirst: '',
    excerpt: columns.custom_excerpt,
    people: post.people,
    categories: post.tags.slice(0, 1).map(({ key }) => key),
    tags: post.tags.slice(1).map(({ key }) => key),
    keywords: [],
    picture,
    featured: columns.featured,
  }
}

function pageOf(post: Post, options: TextOptions): Page {
  const columns = columnsOf(post)
  const notes = [...notesOf(columns)]
  const picture = openingOf(columns, options.settings.address, notes)
  const opening: ElementContent[] = []
  if (picture !== null) {
    const { address, alt } = picture
    const caption = nodesOf(columns.feature_image_caption) as ElementContent[]
    opening.push(
      el('figure', [
        el('img', [], { src: address, alt }),
        ...(caption.length === 0 ? [] : [el('figcaption', caption)]),
      ]),
    )
    notes.push({ kind: 'changed', text: 'The opening picture of a page is the first one of its text' })
  }
  if (post.tags.length > 0) notes.push({ kind: 'dropped', text: 'The tags of a page' })
  if (columns.custom_excerpt !== '') notes.push({ kind: 'dropped', text: 'The excerpt of a page' })
  return {
    kind: 'page',
    ...textFields(post, columns, options, { notes, opening }),
    addresses: post.row.slug === '' ? [] : [`/${post.row.slug}/`],
    parent: null,
  }
}

function columnsOf({ row, meta }: Post): Columns {
  if (meta === null) return row
  const own = Object.entries(meta).filter(([, value]) => value !== '' && value !== false)
  return { ...row, ...Object.fromEntries(own) }
}

function textFields(
  post: Post,
  columns: Columns,
  { now, language, settings }: TextOptions,
  { notes, opening }: { notes: Note[]; opening: ElementContent[] },
) {
  const body = ghostBody(columns, { base: settings.address, language, opening })
  const { publication, isDateOfCreation } = publicationOf(
    { ...columns, isGated: body.isGated, isSitePrivate: settings.isTrue('is_private', 'isPrivate') },
    now,
  )
  if (isDateOfCreation)
    notes.push({ kind: 'changed', text: 'Without a date of publication, it has the date of its creation' })
  const { meta_title, og_title, twitter_title, meta_description, og_description, twitter_description } =
    columns
  return {
    key: post.key,
    place: post.place,
    notes: [...notes, ...body.notes],
    title: columns.title,
    slug: columns.slug,
    html: body.html,
    publication,
    createdAt: columns.created_at,
    modifiedAt: columns.updated_at,
    metaTitle: meta_title || og_title || twitter_title,
    metaDescription: meta_description || og_description || twitter_description,
  }
}

function notesOf(columns: Columns): Note[] {
  const { canonical_url, custom_template, codeinjection_head, codeinjection_foot } = columns
  const dropped: [is: boolean, text: string][] = [
    [canonical_url !== '', 'Another address that search engines were led to (canonical URL)'],
    [custom_template !== '', 'A template of its own'],
    [codeinjection_head || codeinjection_foot, 'Code for its page'],
    [hasOther(columns, 'title'), 'Another title for social networks'],
    [hasOther(columns, 'description'), 'Another description for social networks'],
    [hasOther(columns, 'image'), 'Another picture for social networks'],
  ]
  return dropped.flatMap(([is, text]): Note[] => (is ? [{ kind: 'dropped', text }] : []))
}

/** Whether social networks have something that is not taken in place of what is missing. */
function hasOther(columns: Columns, what: 'title' | 'description' | 'image'): boolean {
  const main = {
    title: columns.meta_title,
    description: columns.meta_description,
    image: columns.feature_image || columns.image,
  }[what]
  const all = [main, columns[`og_${what}`], columns[`twitter_${what}`]].filter((value) => value !== '')
  return new Set(all).size > 1
}

/** The opening picture, or else that for social networks. */
function openingOf(columns: Columns, base: string | null, notes: Note[]) {
  const own = columns.feature_image || columns.image
  const address = own || columns.og_image || columns.twitter_image
  if (address === '') return null
  if (own === '')
    notes.push({ kind: 'changed', text: 'The picture for social networks is the opening picture' })
  const { feature_image_alt, feature_image_caption } = columns
  if (feature_image_caption.includes('<a '))
    notes.push({ kind: 'changed', text: 'A link in the caption of the opening picture is plain text' })
  const caption = own === '' ? '' : textOf({ type: 'root', children: nodesOf(feature_image_caption) }).trim()
  return { address: fullAddress(address, base), alt: own === '' ? '' : feature_image_alt, caption }
}

/** Where readers found a story: its address by the pattern of the site, and its form for telephones (AMP). */
function addressesOf({ row, tags, personSlug, linkedAt }: Post, settings: Settings): string[] {
  if (row.slug === '') return []
  const pattern = settings.text('permalinks') || '/:slug/'
  const zone = settings.text('timezone', 'active_timezone', 'activeTimezone')
  const day = new Calendar(zone, null).dayOf(row.published_at ?? row.created_at ?? new Date(0).toISOString())
  const [year = '', month = '', dayOfMonth = ''] = day.split('-')
  const parts: Readonly<Record<string, string>> = {
    ...{ slug: row.slug, id: row.id, year, month, day: dayOfMonth },
    ...{ author: personSlug, primary_author: personSlug, primary_tag: tags[0]?.slug ?? 'all' },
  }
  const path = pattern.replace(/:(\w{1,20})/g, (token, name: string) =>
    Object.hasOwn(parts, name) ? (parts[name] ?? '') : token,
  )
  const address = path.includes(':') || !path.startsWith('/') ? `/${row.slug}/` : path
  const addresses = [...new Set([address, ...linkedAt])]
  return settings.isTrue('amp')
    ? addresses.flatMap((each) => [each, `${each.replace(/\/$/, '')}/amp/`])
    : addresses
}

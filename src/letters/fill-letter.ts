import type { PostgrestClient } from '@supabase/postgrest-js'
import type { ElementContent } from 'hast'
import { visit } from 'unist-util-visit'
import * as z from 'zod/mini'
import { toBackendError } from '../backend/errors.ts'
import { renderBody } from '../domain/body/render.ts'
import { isElement, text, textOf } from '../domain/body/html/hast.ts'
import { stringify } from '../domain/body/html/safe-html.ts'
import type { Letter, LetterBlock, LetterContent, ShownBlock, ShownStory } from '../domain/letters/letter.ts'
import { mediaPath } from '../domain/media/media-address.ts'
import { creditLine, isUsable } from '../domain/media/media-rights.ts'
import { mediaType } from '../domain/media/media.ts'
import { authorSchema } from '../domain/people/author.ts'
import { profileSchema } from '../domain/people/profile.ts'
import { selectOf } from '../domain/rows/content-type.ts'
import { categorySchema } from '../domain/sections/category.ts'
import {
  type StoryBlock,
  HOME_PATH,
  blockHeading,
  isInTime,
  sourceOfBlock,
} from '../domain/sections/front.ts'
import { type Place, fillFront } from '../domain/sections/front-filling.ts'
import { type Section, Sections, isInSection, sectionSchema } from '../domain/sections/section.ts'
import { settingsType } from '../domain/site/settings.ts'
import { articleSchema } from '../domain/story/article.ts'
import { bylineText, creditRoleSchema } from '../domain/story/credit.ts'
import { type Language, dateLanguage, storyLanguage } from '../domain/text/language.ts'
import { wordsOf } from '../words/words.ts'
import { picturesInText } from './letter-pictures.ts'
import { textsOf } from './letter-texts.ts'
import { parseHtml } from '#parse-html'

const storySchema = z.pick(articleSchema, {
  id: true,
  slug: true,
  title: true,
  excerpt: true,
  category_id: true,
  author_id: true,
  credits: true,
  featured_image: true,
  hero: true,
})
type Story = z.infer<typeof storySchema>

const accountSchema = z.pick(profileSchema, { id: true, full_name: true })

const fileSchema = z.pick(mediaType.row, {
  storage_path: true,
  alt_text: true,
  caption: true,
  credit: true,
  licence: true,
  licence_url: true,
  made_by: true,
  usable_from: true,
  usable_until: true,
  rights_override_at: true,
})
type File = z.infer<typeof fileSchema>

const settingsSchema = z.pick(settingsType.row, { language: true, date_language: true })

/** Stories among which a rule chooses: as many as all blocks of a letter may show, and as many that these may skip. */
const MAX_CANDIDATES = 64

/**
 * What a letter shows now: its blocks with the stories that are published and with the files of the library that may be
 * shown. `client` asks for the stories: as any visitor, or as somebody of the staff. `library` asks for files, which visitors
 * do not see before the letter is frozen: as somebody of the staff who writes, or with the secret key. Throws a BackendError.
 */
export async function fillLetter(
  letter: Pick<Letter, 'subject' | 'preview_text' | 'blocks'>,
  client: PostgrestClient,
  library: PostgrestClient,
): Promise<LetterContent> {
  const now = new Date()
  const [settings, sectionRows, categories] = await Promise.all([
    rowsOf(settingsSchema, client.from('site_settings').select(selectOf(settingsSchema))),
    rowsOf(sectionSchema, client.from('sections').select(selectOf(sectionSchema))),
    rowsOf(categorySchema, client.from('categories').select(selectOf(categorySchema))),
  ])
  const { language, date_language } = settings[0] ?? settingsType.columnsOf(settingsType.blank())
  const sections = new Sections(sectionRows)
  const blocks = letter.blocks.map((block) => inTime(block, now.getTime()))
  const storyBlocks = blocks.filter(hasStories)

  // Stories
  const published = () =>
    client
      .from('articles')
      .select(selectOf(storySchema))
      .eq('status', 'published')
      .is('deleted_at', null)
      .lte('published_at', now.toISOString())
  const newest = () =>
    published().order('published_at', { ascending: false }).order('id').limit(MAX_CANDIDATES)
  const sourceOf = (block: StoryBlock) =>
    sourceOfBlock(sections, block.kind === 'stories' ? block : { section: null }, HOME_PATH)
  const sources = new Map(
    storyBlocks
      .map(sourceOf)
      .flatMap((source): [string, Section][] =>
        source === null || source === 'magazine' ? [] : [[source.slug, source]],
      ),
  )
  const ids = [...new Set(storyBlocks.flatMap(({ items }) => items.map(({ article_id }) => article_id)))]
  const none: Story[] = []
  const [chosen, heroes, all, ...ofSections] = await Promise.all([
    ids.length === 0 ? none : rowsOf(storySchema, published().in('id', ids)),
    storyBlocks.length === 0 ? none : rowsOf(storySchema, newest().eq('hero', true)),
    storyBlocks.length === 0 ? none : rowsOf(storySchema, newest()),
    ...Array.from(sources.values(), async (section): Promise<[string, Story[]]> => {
      const own = categories.filter((category) => isInSection(category, section)).map(({ id }) => id)
      return [section.slug, await rowsOf(storySchema, newest().in('category_id', own))]
    }),
  ])
  const bySection = new Map(ofSections)
  const stories = new Map(
    [...heroes, ...all, ...bySection.values(), chosen].flat().map((story) => [story.id, story]),
  )
  const isPresentable = ({ featured_image, category_id }: Story) =>
    featured_image !== null && category_id !== null
  const hero = heroes[0] ?? all.find(isPresentable) ?? all[0]
  const candidatesOf = (block: StoryBlock): readonly Story[] => {
    const source = sourceOf(block)
    if (source === null) return []
    return source === 'magazine' ? all : (bySection.get(source.slug) ?? [])
  }
  const filled = fillFront(storyBlocks, {
    isOut: (id) => stories.has(id),
    hero: () => hero?.id ?? null,
    isPresentable: (id) => {
      const story = stories.get(id)
      return story !== undefined && isPresentable(story)
    },
    candidates: (block, many) =>
      candidatesOf(block)
        .slice(0, many)
        .map(({ id }) => id),
  })

  // People and files
  const places = [...filled.values()].flat()
  const shown = places.map(({ id }) => stories.get(id)).filter((story) => story !== undefined)
  const [bylineOf, fileAt] = await Promise.all([
    loadBylines(client, shown, language, dateLanguage(date_language, language)),
    loadFiles(
      library,
      [
        ...shown.map(({ featured_image }) => featured_image),
        ...places.map(({ item }) => item?.image ?? null),
        ...blocks.flatMap((block) => (block.kind === 'picture' ? block.image : [])),
        ...blocks.flatMap((block) => (block.kind === 'text' ? picturesInText(block.html) : [])),
      ],
      now.getTime(),
    ),
  ])
  const { madeBy } = wordsOf(language).article
  const creditAt = (image: string) => {
    const file = fileAt(image)
    return file === null ? null : creditLine(file, madeBy)
  }
  const storyOf = ({ id, item }: Place): ShownStory[] => {
    const story = stories.get(id)
    if (story === undefined) return []
    const image = [item?.image ?? null, story.featured_image].find((one) => fileAt(one) !== null) ?? null
    return [
      {
        id,
        title: item?.title ?? story.title,
        excerpt: story.excerpt ?? '',
        path: `/article/${story.slug}`,
        category: categories.find((category) => category.id === story.category_id)?.name ?? '',
        byline: bylineOf(story),
        image,
        alt: fileAt(image)?.alt_text?.trim() ?? '',
      },
    ]
  }
  const written = storyLanguage(dateLanguage(date_language, language), language)
  const texts = textsHtml(blocks, written, fileAt, creditAt)
  const show = (block: LetterBlock): ShownBlock[] => {
    switch (block.kind) {
      case 'text': {
        const html = texts.shift() ?? ''
        return html === '' ? [] : [{ kind: 'text', html }]
      }
      case 'hero':
        return (filled.get(block.id) ?? []).flatMap(storyOf).map((story) => ({ kind: 'hero', story }))
      case 'stories': {
        const own = (filled.get(block.id) ?? []).flatMap(storyOf)
        return own.length === 0
          ? []
          : [{ kind: 'stories', heading: headingOf(sections, block), stories: own }]
      }
      case 'picture': {
        const file = fileAt(block.image)
        if (file === null) return []
        const words = block.caption.trim() || file.caption?.trim() || ''
        const caption = [words, creditAt(block.image)].filter(Boolean).join(' · ')
        const alt = block.alt.trim() || file.alt_text?.trim() || ''
        return [{ kind: 'picture', image: block.image, alt, caption, href: block.href.trim() }]
      }
      case 'button':
        return block.label.trim() === '' || block.href.trim() === ''
          ? []
          : [{ kind: 'button', label: block.label.trim(), href: block.href.trim() }]
    }
  }
  const { subject, preview_text } = letter
  return {
    subject: subject.trim(),
    preview_text: preview_text.trim(),
    blocks: blocks.flatMap((block) => show(block).map((shown) => ({ ...shown, id: block.id }))),
  }
}

type FileAt = (image: string | null) => File | null

const hasStories = (block: LetterBlock): block is LetterBlock & StoryBlock =>
  block.kind === 'hero' || block.kind === 'stories'

/** A block with the chosen stories whose time it is. */
function inTime(block: LetterBlock, now: number): LetterBlock {
  return hasStories(block) ? { ...block, items: block.items.filter((item) => isInTime(item, now)) } : block
}

/** The heading of a block of stories; '' where nobody wrote one, and its stories are of the whole magazine. */
function headingOf(sections: Sections, block: { title: string | null; section: string | null }): string {
  return block.title === null && block.section === null ? '' : blockHeading(sections, block)
}

interface Answer {
  data: unknown
  error: unknown
  status: number
}

/** The rows of an answer; a row of another form is left out. Throws a BackendError. */
async function rowsOf<Row>(schema: z.ZodMiniType<Row>, request: PromiseLike<Answer>): Promise<Row[]> {
  const { data, error, status } = await request
  if (error) throw toBackendError(error, status)
  return (Array.isArray(data) ? data : []).flatMap((row: unknown) => {
    const parsed = schema.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
}

/** The people of stories as their pages name them: 'Words by A, photographs by B'; '' where nobody is known. */
async function loadBylines(
  client: PostgrestClient,
  stories: readonly Story[],
  language: Language,
  dates: string | null,
): Promise<(story: Story) => string> {
  if (stories.length === 0) return () => ''
  const owners = [...new Set(stories.map(({ author_id }) => author_id).filter((id) => id !== null))]
  const [people, roles, accounts] = await Promise.all([
    rowsOf(
      authorSchema,
      client.rpc('get_public_author_profiles', {}, { get: true }).select(selectOf(authorSchema)),
    ),
    rowsOf(creditRoleSchema, client.from('credit_roles').select(selectOf(creditRoleSchema))),
    rowsOf(accountSchema, client.from('profiles').select(selectOf(accountSchema)).in('id', owners)),
  ])
  const { by } = wordsOf(language)
  const nameOf = new Map(people.map(({ id, name }) => [id, name.trim()]))
  return ({ credits, author_id }) => {
    const groups = roles
      .map(({ id, byline }) => {
        const own = (credits ?? []).filter(({ role_id }) => role_id === id)
        const names = own.map(({ person_id }) => nameOf.get(person_id) ?? '').filter((name) => name !== '')
        return { id, byline, people: names.map((name) => ({ name })) }
      })
      .filter((group) => group.people.length > 0)
      .toSorted((a, b) => placeOf(credits, a.id) - placeOf(credits, b.id))
    if (groups.length > 0) return bylineText(groups, dates)
    // Without credits its owner wrote it, by the name of their page or, without one, of their account.
    const page = people.find(({ profile_id }) => profile_id !== null && profile_id === author_id)
    const account = accounts.find(({ id }) => id === author_id)
    const name = (page?.name ?? account?.full_name ?? '').trim()
    return name === '' ? '' : bylineText([{ byline: by, people: [{ name }] }], dates)
  }
}

/** The place of a role among the credits of a story. */
function placeOf(credits: Story['credits'], role: string): number {
  return (credits ?? []).findIndex(({ role_id }) => role_id === role)
}

/** The files of the library at some addresses, as far as they may be shown now (ms). */
async function loadFiles(
  library: PostgrestClient,
  images: readonly (string | null)[],
  now: number,
): Promise<FileAt> {
  const pathOf = (image: string | null) => (image === null ? null : mediaPath(image))
  const paths = [...new Set(images.map(pathOf).filter((path) => path !== null))]
  const files =
    paths.length === 0
      ? []
      : await rowsOf(fileSchema, library.from('media').select(selectOf(fileSchema)).in('storage_path', paths))
  const byPath = new Map(files.filter((file) => isUsable(file, now)).map((file) => [file.storage_path, file]))
  return (image) => byPath.get(pathOf(image) ?? '') ?? null
}

/**
 * The HTML of each text, in their order, with the captions and credits of its pictures, without pictures that may not be
 * shown and links to telephones; '' for one that shows nothing.
 */
function textsHtml(
  blocks: readonly LetterBlock[],
  language: string,
  fileAt: FileAt,
  creditAt: (image: string) => string | null,
): string[] {
  const html = blocks.map((block) => (block.kind === 'text' ? block.html : '')).join('')
  const captioned = new Set<string>()
  visit(parseHtml(html), { tagName: 'figure' }, (figure) => {
    if (!isElement(figure)) return
    const caption = figure.children.find((child) => isElement(child, 'figcaption'))
    if (caption !== undefined && textOf(caption).trim() !== '')
      for (const image of picturesInText(stringify([figure]))) captioned.add(image)
  })
  const body = renderBody(textsOf({ blocks }), {
    captionOf(image) {
      const caption = fileAt(image)?.caption?.trim() || null
      const credit = creditAt(image)
      const isAlone = caption === null && !captioned.has(image)
      return { caption, credit: credit === null ? [] : [text(isAlone ? credit : `· ${credit}`)] }
    },
    language,
    withdrawn: picturesInText(html)
      .filter((image) => fileAt(image) === null)
      .map(plainPath),
  })
  if (body.kind !== 'mixed-media') return []
  return body.sections.map((section) => (section.type === 'text' ? withoutTelephones(section.html) : ''))
}

/** The path of an address as `withdrawn` of the renderer has it. */
function plainPath(address: string): string {
  const { pathname } = URL.parse(address, 'https://site.invalid') ?? { pathname: address }
  try {
    return decodeURIComponent(pathname).slice(1)
  } catch {
    return pathname.slice(1)
  }
}

/** Programs for mail open web pages and write mails: a telephone number stays as words. '' for what shows nothing. */
function withoutTelephones(html: string): string {
  const tree = parseHtml(html)
  if (textOf(tree).trim() === '' && picturesInText(html).length === 0) return ''
  visit(tree, 'element', (node, index, parent) => {
    if (parent === undefined || index === undefined || node.tagName !== 'a') return undefined
    if (typeof node.properties.href !== 'string' || !node.properties.href.startsWith('tel:')) return undefined
    parent.children.splice(index, 1, ...node.children)
    return index
  })
  return stringify(tree.children as ElementContent[])
}

import { renderBody } from '../../domain/body/render.ts'
import { type ShownStory, letterPath } from '../../domain/letters/letter.ts'
import { shownAddress } from '../../domain/media/media-address.ts'
import { letterHref } from '../../letters/mail-link.ts'
import { type PictureSize, letterPictures } from '../../letters/letter-pictures.ts'
import { textsOf } from '../../letters/letter-texts.ts'
import { wordsOf } from '../../words/words.ts'
import type { LetterEntry } from '../content.ts'
import type { ContentReader } from '../content-reader.ts'
import { digest } from '../database/digest.ts'
import { withLazy } from '../database/lazy.ts'
import { type Picture, pictureSources } from '../pictures/pictures.ts'
import type { Row } from '../rows.ts'
import { letterFeedHtml } from '../story/letter-feed.ts'
import { printedPicture } from '../story/page-body.ts'
import type { FeedItem, FeedView } from './feed.ts'
import { definePage, required } from './page-type.ts'

export const LETTERS_PATH = '/letters'
export const LETTERS_FEED_PATH = '/letters/rss.xml'

/** A story as a letter shows it. */
export interface LetterStory extends Pick<ShownStory, 'title' | 'excerpt' | 'path' | 'category' | 'byline'> {
  picture: Picture | null
}

export type LetterBlockView =
  | { kind: 'text'; html: string }
  | { kind: 'hero'; story: LetterStory }
  | { kind: 'stories'; heading: string; stories: LetterStory[] }
  | { kind: 'picture'; picture: Picture; caption: string; href: string | null }
  | { kind: 'button'; label: string; href: string }

export interface LetterView {
  path: string
  subject: string
  previewText: string
  /** An ISO time. */
  sentAt: string
  blocks: LetterBlockView[]
  /** Whether there is a list of letters: another page may be at its address. */
  hasList: boolean
}

/** The page of a letter, as it was when it was frozen, without stories that are no longer out and pictures that may not be shown. */
export const letterPage = definePage({
  route: '/letters/[slug]',
  addresses: (content) => content.letters().map(({ slug }) => ({ slug })),
  view: (content, { slug }): LetterView => readLetter(content, slug),
  sitemap: (content) =>
    content.letters().map(({ slug, sentAt }) => ({ path: letterPath(slug), lastmod: sentAt })),
})

/** The list of letters: there is none before the first one, and where an older page has its address. */
export const letterListPage = definePage({
  route: '/letters/[...list]',
  addresses: (content) => (hasList(content) ? [{ list: '' }] : []),
  view: (content): LetterEntry[] => content.letters(),
  sitemap: (content) =>
    hasList(content) ? [{ path: LETTERS_PATH, lastmod: content.letters()[0]?.sentAt ?? null }] : [],
})

function hasList(content: ContentReader): boolean {
  return content.letters().length > 0 && content.sections().at(LETTERS_PATH) === null
}

/** What a picture of a letter is drawn of. */
export interface LetterPictureView extends Pick<Picture, 'focus'> {
  /** The file name of its copy. */
  copy: string
  size: PictureSize
  /** What is seen through its holes, as #rrggbb. */
  ground: string
}

/** Draws a picture of a letter as JPEG; deterministic. */
export type LetterPictureRenderer = (picture: LetterPictureView) => Promise<Uint8Array>

/** The pictures of letters as programs for mail show them: JPEG, twice as wide as they are shown. */
export const letterPicturePage = definePage({
  route: '/letters/[slug]/[picture].jpg',
  *addresses(content) {
    for (const { slug } of content.letters()) {
      const letter = content.letter(slug)
      if (letter === null) continue
      for (const [index, { image }] of letterPictures(letter.content).entries())
        if (copyOf(content, letter, image) !== null) yield { slug, picture: String(index + 1) }
    }
  },
  view(content, { slug, picture }, { site }): LetterPictureView {
    const letter = required(content.letter(slug), `letter ${slug}`)
    const { image, size } = required(
      letterPictures(letter.content)[Number(picture) - 1],
      `picture ${picture} of the letter ${slug}`,
    )
    const { copy, focus } = required(copyOf(content, letter, image), `copy of ${image}`)
    return { copy, focus, size, ground: site.theme.light.card }
  },
})

/** The copy of a picture of a letter; null for one that is not shown, or of which there is no copy yet. */
function copyOf(
  content: ContentReader,
  letter: Row<'letters'>,
  image: string,
): Pick<LetterPictureView, 'copy' | 'focus'> | null {
  const picture = content.pictureAt(shownAddress(image, letter.withdrawn_files))
  const path = picture && pictureSources(picture)?.src
  return path ? { copy: path.slice(path.lastIndexOf('/') + 1), focus: picture.focus } : null
}

function readLetter(content: ContentReader, slug: string): LetterView {
  const letter = required(content.letter(slug), `letter ${slug}`)
  const { content: shown, withdrawn_files: withdrawn, frozen_at } = letter
  const pictureAt = (image: string | null, alt: string): Picture | null => {
    const picture = content.pictureAt(shownAddress(image, withdrawn))
    return picture && { ...picture, alt }
  }
  const storyOf = ({ id, image, alt, ...story }: ShownStory): LetterStory[] => {
    const card = content.card(id)
    if (card === null) return []
    const { title, excerpt, category, byline } = story
    return [{ title, excerpt, category, byline, path: card.path, picture: pictureAt(image, alt) }]
  }
  const texts = textsHtml(content, letter)
  const blocks = shown.blocks.flatMap((block): LetterBlockView[] => {
    switch (block.kind) {
      case 'text':
        return [{ kind: 'text', html: texts.shift() ?? '' }]
      case 'hero':
        return storyOf(block.story).map((story) => ({ kind: 'hero', story }))
      case 'stories': {
        const stories = block.stories.flatMap(storyOf)
        return stories.length === 0 ? [] : [{ kind: 'stories', heading: block.heading, stories }]
      }
      case 'picture': {
        const picture = pictureAt(block.image, block.alt)
        if (picture === null) return []
        return [{ kind: 'picture', picture, caption: block.caption, href: letterHref(block.href) }]
      }
      case 'button': {
        const href = letterHref(block.href)
        return href === null ? [] : [{ kind: 'button', label: block.label, href }]
      }
    }
  })
  const { subject, preview_text: previewText } = shown
  return {
    ...{ path: letterPath(slug), subject, previewText, sentAt: frozen_at },
    ...{ blocks, hasList: hasList(content) },
  }
}

/** The HTML of the texts of a letter, with the copies of their pictures. */
function textsHtml(content: ContentReader, letter: Row<'letters'>): string[] {
  const body = renderBody(textsOf(letter.content), {
    imageMarkup: (src, alt, place) => printedPicture(content.pictureAt(src) ?? undefined, alt, place),
    language: content.storyLanguage(),
    withdrawn: letter.withdrawn_files,
  })
  if (body.kind !== 'mixed-media') return []
  return body.sections.map((section) => (section.type === 'text' ? section.html : ''))
}

/** Letters in a feed. */
const FEED_LENGTH = 30

/** The feed of letters, as RSS and as JSON Feed. */
export const letterFeedPage = definePage({
  route: '/letters/rss.[ending]',
  addresses: (content) => (content.letters().length === 0 ? [] : [{ ending: 'xml' }, { ending: 'json' }]),
  view(content, { ending }, { site: { siteName, language } }): FeedView {
    const letters = content.letters().slice(0, FEED_LENGTH)
    const words = wordsOf(language).letters
    return {
      title: `${words.title} · ${siteName}`,
      description: words.description(siteName),
      language,
      path: hasList(content) ? LETTERS_PATH : '/',
      feedPath: `/letters/rss.${ending}`,
      modified: letters[0] === undefined ? null : content.calendar().feedTime(letters[0].sentAt),
      items: letters.map((letter) => feedItem(content, letter)),
    }
  },
})

function feedItem(content: ContentReader, { slug, subject, previewText, sentAt }: LetterEntry): FeedItem {
  const view = readLetter(content, slug)
  const siteUrl = content.siteUrl()
  const { id } = required(content.letter(slug), `letter ${slug}`)
  const key = digest(JSON.stringify([id, view]))
  const item = {
    card: {
      ...{ id, slug, path: letterPath(slug), title: subject, emphasis: null, excerpt: previewText },
      ...{ category: null, readTime: 0, publishedAt: sentAt, modifiedAt: sentAt, image: null, tags: [] },
      remembered: [],
    },
    people: [],
    published: content.calendar().feedTime(sentAt),
    intro: previewText,
    isLetter: true as const,
    toJSON: () => key,
  }
  return withLazy(item, 'html', () => letterFeedHtml(view, siteUrl))
}

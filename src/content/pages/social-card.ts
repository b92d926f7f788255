import type { Picture } from '../pictures/pictures.ts'
import { storyPalette } from '../../domain/story/story-palette.ts'
import type { Colours } from '../../domain/theme/theme.ts'
import type { CategoryRef } from '../types.ts'
import { definePage, required } from './page-type.ts'

/** Content of a social card: of a story, or of the magazine itself. */
export interface SocialCard {
  title: string
  emphasis: string | null
  category: Pick<CategoryRef, 'name' | 'color'> | null
  siteName: string
  /** The picture that the story opens with; null where there is none, or no copy can be made of it. */
  picture: Pick<Picture, 'key' | 'focus'> | null
  /** What stands for a story without a picture in letters that the typefaces lack; left out for the magazine's card. */
  magazinePicture?: Pick<Picture, 'key' | 'focus'>
  /** Of the theme; for a story with a colour of its own its wall is the paper, and its accent is on it. */
  colours: Pick<Colours, 'paper' | 'rule' | 'ink' | 'link' | 'signal'>
}

/** Renders a card as JPEG, 1200 × 630 pixels; deterministic. */
export type SocialCardRenderer = (card: SocialCard) => Promise<Uint8Array>

export function socialCardPath(slug: string): string {
  return `/share/${slug}.jpg`
}

export const socialCardPage = definePage({
  route: '/share/[slug].jpg',
  *addressesOf(content, articleId) {
    const card = content.card(articleId)
    if (card !== null) yield { slug: card.slug }
  },
  view(content, { slug }, { site }): SocialCard {
    const { card, colour } = required(content.article(slug), `article ${slug}`)
    const { title, emphasis, category, image } = card
    const { light } = site.theme
    const own = colour === null ? null : storyPalette(colour, site.theme).light
    const { paper, rule, ink, link, signal } = own
      ? { paper: own.wall, rule: own.link, ink: light.ink, link: own.link, signal: own.link }
      : light
    const { sharePicture } = site
    return {
      title,
      emphasis,
      category: category && { name: category.name, color: category.color },
      siteName: site.siteName,
      picture: image?.key == null ? null : { key: image.key, focus: image.focus },
      ...(sharePicture?.key == null
        ? {}
        : { magazinePicture: { key: sharePicture.key, focus: sharePicture.focus } }),
      colours: { paper, rule, ink, link, signal },
    }
  },
})

/** The card of the magazine: where a page without a picture of its own is shared. */
export const siteCardPage = definePage({
  route: '/share.jpg',
  view(_content, _params, { site }): SocialCard {
    const { paper, rule, ink, link, signal } = site.theme.light
    return {
      title: site.tagline || site.siteName,
      ...{ emphasis: null, category: null, picture: null },
      siteName: site.siteName,
      colours: { paper, rule, ink, link, signal },
    }
  },
})

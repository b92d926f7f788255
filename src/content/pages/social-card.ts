import type { ArticleCard, CategoryRef } from '../types.ts'
import { definePage, required } from './page-type.ts'

/** Content of a social card. */
export interface SocialCard {
  title: string
  emphasis: string | null
  category: Pick<CategoryRef, 'name' | 'color'> | null
  siteName: string
}

/** Renders a card as JPEG, 1200 × 630 pixels; deterministic. */
export type SocialCardRenderer = (card: SocialCard) => Promise<Uint8Array>

export function socialCardPath(slug: string): string {
  return `/share/${slug}.jpg`
}

/** Whether a story needs a social card, having no picture to crop. */
export function needsSocialCard({ image }: Pick<ArticleCard, 'image'>): boolean {
  return image?.key == null
}

export const socialCardPage = definePage({
  route: '/share/[slug].jpg',
  *addressesOf(content, articleId) {
    const card = content.card(articleId)
    if (card !== null && needsSocialCard(card)) yield { slug: card.slug }
  },
  view(content, { slug }, { site }): SocialCard {
    const { title, emphasis, category } = required(content.cardAt(slug), `article ${slug}`)
    return {
      title,
      emphasis,
      category: category && { name: category.name, color: category.color },
      siteName: site.siteName,
    }
  },
})

import { withDigest } from '../digest.ts'
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
  addresses: ({ catalog, views }) =>
    catalog.byDate.filter((row) => needsSocialCard(views.card(row).value)).map(({ slug }) => ({ slug })),
  view: (read, { slug }, { site }): SocialCard => ({
    siteName: site.siteName,
    ...read(`card of ${slug}`, ({ catalog, views }) => {
      const row = required(catalog.bySlug.get(slug), `article ${slug}`)
      const { title, emphasis, category } = views.card(row).value
      return withDigest({
        title,
        emphasis,
        category: category && { name: category.name, color: category.color },
      })
    }),
  }),
})

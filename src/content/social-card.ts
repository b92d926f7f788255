import type { ArticleCard, CategoryRef } from './types.ts'

/** What stands on the social card of a story without a picture. */
export interface SocialCard {
  title: string
  emphasis: string | null
  category: Pick<CategoryRef, 'name' | 'color'> | null
  siteName: string
}

/** Gives the card as JPEG, 1200 × 630 pixels. The same card is always the same bytes. */
export type SocialCardRenderer = (card: SocialCard) => Promise<Uint8Array>

export function socialCardPath(slug: string): string {
  return `/share/${slug}.jpg`
}

/** Whether a story has no picture to be cropped, so that its title is set on a card. */
export function needsSocialCard({ image }: Pick<ArticleCard, 'image'>): boolean {
  return image?.key == null
}

const KEY = Symbol.for('mantel.title-cards')
const holder = globalThis as { [KEY]?: SocialCardRenderer }

/** Who paints the cards. Like the snapshot it lives outside the bundle of the site. Throws before one is set. */
export function currentSocialCardRenderer(): SocialCardRenderer {
  const painter = holder[KEY]
  if (painter === undefined) throw new Error('Nobody paints title cards yet')
  return painter
}

export function setSocialCardRenderer(painter: SocialCardRenderer): void {
  holder[KEY] = painter
}

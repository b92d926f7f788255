import type { ArticleCard, CategoryRef } from './types.ts'

/** What stands on the social card of a story without a picture. */
export interface TitleCard {
  title: string
  emphasis: string | null
  category: Pick<CategoryRef, 'name' | 'color'> | null
  siteName: string
}

/** Gives the card as JPEG, 1200 × 630 pixels. The same card is always the same bytes. */
export type TitleCardPainter = (card: TitleCard) => Promise<Uint8Array>

export function titleCardPath(slug: string): string {
  return `/share/${slug}.jpg`
}

/** Whether a story has no picture to be cropped, so that its title is set on a card. */
export function needsTitleCard({ image }: Pick<ArticleCard, 'image'>): boolean {
  return image?.key == null
}

const KEY = Symbol.for('mantel.title-cards')
const holder = globalThis as { [KEY]?: TitleCardPainter }

/** Who paints the cards. Like the snapshot it lives outside the bundle of the site. Throws before one is set. */
export function currentTitleCards(): TitleCardPainter {
  const painter = holder[KEY]
  if (painter === undefined) throw new Error('Nobody paints title cards yet')
  return painter
}

export function setCurrentTitleCards(painter: TitleCardPainter): void {
  holder[KEY] = painter
}

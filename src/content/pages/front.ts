import {
  type BlockKind,
  type FrontBlock,
  type StoryBlock,
  blockHeading,
  hasStories,
  HOME_PATH,
  sourceOfBlock,
} from '../../domain/sections/front.ts'
import { type Place, type Supply, fillFront } from '../../domain/sections/front-filling.ts'
import { type Section, sectionPath } from '../../domain/sections/section.ts'
import { type SectionColours, sectionColours } from '../../domain/theme/section-colours.ts'
import type { Theme } from '../../domain/theme/theme.ts'
import { ALL_ARTICLES, FEATURED, MAX_NEWEST } from '../lists/article-lists.ts'
import type { ContentReader } from '../content-reader.ts'
import { type CreditedCard, isPresentable } from '../types.ts'
import { sectionList } from './section-list.ts'

/** A heading with stories; `path` is the address of more of them, null: there is none. */
export interface StoryBand {
  title: string
  path: string | null
  /** Colours of its section, in place of the page's. */
  colours: SectionColours | null
  articles: CreditedCard[]
}

/** The stories of a front. */
export interface FrontView {
  hero: CreditedCard | null
  featured: CreditedCard[]
  sections: StoryBand[]
  /** The order of the blocks, the newsletter form among them; each 'stories' is the next of `sections` with stories. */
  order: BlockKind[]
}

/** The front that somebody made for a page; null where the page has the standard one. */
export function frontView(content: ContentReader, path: string, theme: Theme): FrontView | null {
  const blocks = content.front(path)
  if (blocks === null) return null
  const filled = fillFront(blocks, supplyOf(content, path))
  const cards = (block: FrontBlock) =>
    (filled.get(block.id) ?? []).map((place) => cardOf(content, place)).filter((card) => card !== null)
  const ofKind = (kind: BlockKind) => blocks.filter((block) => block.kind === kind).flatMap(cards)
  const isShown = (block: FrontBlock) => !hasStories(block) || (filled.get(block.id) ?? []).length > 0
  return {
    hero: ofKind('hero')[0] ?? null,
    featured: ofKind('featured'),
    sections: blocks
      .filter((block) => block.kind === 'stories')
      .filter(isShown)
      .map((block) => ({
        title: blockHeading(content.sections(), block),
        ...bandOf(sectionOfMore(content, block, path), theme),
        articles: cards(block),
      })),
    order: blocks.filter(isShown).map(({ kind }) => kind),
  }
}

/** What a block has of the section that has more of its stories; null: none has. */
export function bandOf(section: Section | null, theme: Theme): Pick<StoryBand, 'path' | 'colours'> {
  if (section === null) return { path: null, colours: null }
  const { accent } = section
  return { path: sectionPath(section), colours: accent === null ? null : sectionColours(accent, theme) }
}

/** Where more stories of a block are: on the page of its section, unless it is that one. */
function sectionOfMore(
  content: ContentReader,
  { section: slug }: Extract<FrontBlock, { kind: 'stories' }>,
  path: string,
): Section | null {
  const section = slug === null ? null : content.sections().at(`/${slug}`)
  return section === null || sectionPath(section) === path ? null : section
}

function cardOf(content: ContentReader, { id, item }: Place): CreditedCard | null {
  const card = content.card(id)
  if (card === null) return null
  const image = item?.image == null ? null : content.pictureAt(item.image)
  return content.credited({
    ...card,
    ...(item?.title == null ? {} : { title: item.title, emphasis: null }),
    ...(image === null ? {} : { image }),
  })
}

function supplyOf(content: ContentReader, path: string): Supply {
  const listOf = (block: StoryBlock) => {
    if (block.kind === 'featured') return [FEATURED]
    const named = block.kind === 'hero' ? { section: null } : block
    const source = sourceOfBlock(content.sections(), named, path)
    if (source === null) return []
    return source === 'magazine' ? [ALL_ARTICLES] : sectionList(content, source)
  }
  return {
    isOut: (id) => content.card(id) !== null,
    hero: () => (path === HOME_PATH ? content.hero() : null),
    isPresentable: (id) => isPresentable(content.card(id)),
    candidates: (block, limit) => content.newestIds(listOf(block), Math.min(limit, MAX_NEWEST)),
  }
}

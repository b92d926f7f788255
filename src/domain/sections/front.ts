import * as z from 'zod/mini'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { type Section, type Sections, sectionPath } from './section.ts'

/**
 * A front is the content of the home page, or what is above the list of a section: blocks in an order, each filled by hand,
 * by a rule, or by hand first and then by the rule. It is stored whole, as a version that goes live at its time.
 */

/** The path of the page whose front it is. */
export const HOME_PATH = '/'

/** The paths of the pages that have a front. */
export function frontPaths({ all }: Sections): string[] {
  return [HOME_PATH, ...all.map(sectionPath)]
}

/** Limits, which `private.check_front` in the database has, too. */
export const MAX_BLOCKS = 12
/** Stories of one block. */
export const MAX_COUNT = 6
/** Stories that were chosen for one block. */
export const MAX_ITEMS = 12
/** Stories of all blocks together, and stories that were chosen for them. */
export const MAX_STORIES = 32
/** In characters. */
export const MAX_FRONT_TITLE = 300
export const MAX_BLOCK_TITLE = 120

const optional = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null)

const itemSchema = z.object({
  article_id: idSchema,
  /** In place of the story's own. */
  title: optional(z.string()),
  /** The address of a picture in place of the story's own. */
  image: optional(z.string()),
  /** It is shown from then on, and until then. */
  from: optional(timestampSchema),
  until: optional(timestampSchema),
})

/** A story that somebody chose for a block. */
export type FrontItem = z.infer<typeof itemSchema>

const storyBlock = {
  /** Tells it from the other blocks of its front. */
  id: idSchema,
  items: z.array(itemSchema),
  /** Whether a rule fills the places that no chosen story takes. */
  by_rule: z.boolean(),
}

/** One large story. Its rule: the story marked as hero, else the newest with a picture and a section. */
export const heroBlockSchema = z.object({ kind: z.literal('hero'), ...storyBlock })

/** Its rule: the newest of a section, given by its slug; null: of the page. */
export const storiesBlockSchema = z.object({
  kind: z.literal('stories'),
  ...storyBlock,
  count: z.number(),
  section: z.nullable(z.string()),
  /** Its heading; null: the section's. */
  title: z.nullable(z.string()),
})

const blockSchema = z.discriminatedUnion('kind', [
  heroBlockSchema,
  /** Its rule: the stories marked as featured. */
  z.object({ kind: z.literal('featured'), ...storyBlock, count: z.number() }),
  storiesBlockSchema,
  /** The line that subscribes to the newsletter. */
  z.object({ kind: z.literal('letter'), id: idSchema }),
])

export type FrontBlock = z.infer<typeof blockSchema>
export type BlockKind = FrontBlock['kind']
export type StoryBlock = Exclude<FrontBlock, { kind: 'letter' }>

export const blocksSchema = z.array(blockSchema)

/** The blocks that a front has once at most. */
export const SINGLE_KINDS: readonly BlockKind[] = ['hero', 'featured', 'letter']

/** Whether a block of a front or of a letter has stories. */
export const hasStories = (block: { kind: string }): block is StoryBlock => 'items' in block

/** Places for stories. */
export const countOf = (block: StoryBlock): number => (block.kind === 'hero' ? 1 : block.count)

export function frontTitle(sections: Sections, path: string): string {
  return path === HOME_PATH ? 'Home' : (sections.at(path)?.title ?? path)
}

/** Where the rule of a block finds its stories; null: nowhere, since the section that it names is gone. */
export type BlockSource = Section | 'magazine' | null

/** `section`: the slug of the section that a block names; null: it is filled from the page's own, or from the magazine. */
export function sourceOfBlock(
  sections: Sections,
  { section }: { section: string | null },
  path: string,
): BlockSource {
  if (section !== null) return sections.at(`/${section}`)
  return path === HOME_PATH ? 'magazine' : sections.at(path)
}

/** The heading of a block of stories. */
export function blockHeading(
  sections: Sections,
  block: { title: string | null; section: string | null },
): string {
  const title = block.section === null ? undefined : sections.at(`/${block.section}`)?.title
  return block.title ?? title ?? 'Latest Stories'
}

/** Whether a chosen story is shown at a time, in ms since 1970. */
export function isInTime({ from, until }: Pick<FrontItem, 'from' | 'until'>, at: number): boolean {
  return (from === null || Date.parse(from) <= at) && (until === null || at < Date.parse(until))
}

/** The standard home page, and the number of its stories. */
export const FEATURED_ON_HOME = 6
export const STORIES_OF_SECTION = 3
/** Number of sections above the newsletter form. */
const SECTIONS_ABOVE_LETTER = 2

/** The order of the blocks of the standard home page. `sections`: number of sections with stories. */
export function standardOrder(sections: number): BlockKind[] {
  const above = Math.min(sections, SECTIONS_ABOVE_LETTER)
  const stories = (many: number) => Array.from({ length: many }, () => 'stories' as const)
  return ['hero', 'featured', ...stories(above), 'letter', ...stories(sections - above)]
}

/** What a front that nobody has edited begins with: the blocks of the standard page. */
export function standardBlocks({ onHome }: Sections, path: string): FrontBlock[] {
  if (path !== HOME_PATH) return []
  const sections = onHome.values()
  return standardOrder(onHome.length).map((kind): FrontBlock => {
    const rule = { items: [], by_rule: true }
    switch (kind) {
      case 'hero':
        return { kind, id: kind, ...rule }
      case 'featured':
        return { kind, id: kind, ...rule, count: FEATURED_ON_HOME }
      case 'letter':
        return { kind, id: kind }
      case 'stories': {
        const { slug = '' } = sections.next().value ?? {}
        return { kind, id: slug, ...rule, count: STORIES_OF_SECTION, section: slug, title: null }
      }
    }
  })
}

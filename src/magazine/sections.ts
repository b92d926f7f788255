/** A page of the site that lists the stories of some categories. Which ones is chosen in each category's dialog. */
export interface Section {
  /** Its address without the slash; categories are stored with it. */
  slug: string
  title: string
  description: string
  /**
   * 'rooms': a filter button for each category with stories. 'hosting': the same; the count line always names the
   * section, and an empty list links to /browse. 'guides': buttons in alphabetical order, and an empty list links to
   * /browse and clears the filter. 'journal': a button for each of JOURNAL_TAGS, which move their stories to the front.
   */
  kind: 'journal' | 'rooms' | 'hosting' | 'guides'
}

const DESIGN_JOURNAL: Section = {
  slug: 'design-journal',
  title: 'Design Journal',
  kind: 'journal',
  description:
    'Notebook entries on how homes are thought about, here and elsewhere, before anyone picks up a brush.',
}

const LIVING_SPACES: Section = {
  slug: 'living-spaces',
  title: 'Living Spaces',
  kind: 'rooms',
  description:
    'Rooms as the people in them use them: what was moved, what was kept, and what the light made of it.',
}

const WELLNESS_LIFESTYLE: Section = {
  slug: 'wellness-lifestyle',
  title: 'Wellness & Lifestyle',
  kind: 'rooms',
  description:
    'Sleep, supper, seedlings and the day the van came: the part of a home that no floor plan shows.',
}

const ENTERTAINMENT_HOSTING: Section = {
  slug: 'entertainment-hosting',
  title: 'Entertainment & Hosting',
  kind: 'hosting',
  description:
    'For the evenings when the doorbell rings: long tables, short notice, and somewhere to put the coats.',
}

const GUIDES_TIPS: Section = {
  slug: 'guides-tips',
  title: 'Guides & Tips',
  kind: 'guides',
  description:
    'Things we learned by getting them wrong first, written down so that you can get other things wrong.',
}

/** In the order of the navigation. A category in several sections belongs to the first of them. */
export const SECTIONS: readonly Section[] = [
  DESIGN_JOURNAL,
  LIVING_SPACES,
  WELLNESS_LIFESTYLE,
  ENTERTAINMENT_HOSTING,
  GUIDES_TIPS,
]

/** Those on the home page, in its order. */
export const HOME_SECTIONS: readonly Section[] = [
  LIVING_SPACES,
  WELLNESS_LIFESTYLE,
  DESIGN_JOURNAL,
  ENTERTAINMENT_HOSTING,
]

/** Names of the tags that are filter buttons of a section of the kind 'journal'. */
export const JOURNAL_TAGS: readonly string[] = [
  'Indoor/Outdoor Living',
  'Wellness Spaces',
  'Furniture & Objects',
  'Cultural Design',
]

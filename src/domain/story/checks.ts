type Check = {
  label: string
  /** What it asks, in one sentence. */
  asks: string
} & (
  | {
      /** What a story lacks that is refused for it. The database has the same words. */
      refusal: string
    }
  | {
      refusal: null
      /** Why the database, which refuses stories, cannot judge it: a clause of a sentence. */
      reason: string
    }
)

/** What is checked before a story goes out. Super admins choose for which of them a story is refused. */
export const CHECKS = {
  excerpt: {
    label: 'Excerpt',
    asks: 'Cards, feeds and shared links have a text to show.',
    refusal: 'no excerpt',
  },
  category: {
    label: 'Category',
    asks: 'The story stands in a category, and so in a section.',
    refusal: 'no category',
  },
  share_picture: {
    label: 'Share Picture',
    asks: 'The story has a featured image, which cards and shared links show.',
    refusal: 'no featured image',
  },
  title_length: {
    label: 'Length of the Title',
    asks: 'The title is short enough to be read on the card of a shared link.',
    refusal: 'a title too long for its card',
  },
  writer: {
    label: 'Writer',
    asks: 'Somebody is credited for the words.',
    refusal: 'nobody credited for the words',
  },
  people: {
    label: 'People to Confirm',
    asks: 'An editor confirms whom a writer has proposed, or names somebody who is known.',
    refusal: 'people who are not confirmed',
  },
  picture_credits: {
    label: 'Photographers',
    asks: 'Those whom the library names for the photographs are credited in the story.',
    refusal: 'photographers who are not credited',
  },
  alt_text: {
    label: 'Alt Text',
    asks: 'Every picture says what it shows, for those who cannot see it.',
    refusal: 'pictures without alt text',
  },
  headings: {
    label: 'Order of Headings',
    asks: 'Headings go down one level at a time.',
    refusal: 'headings that skip a level',
  },
  quotation_marks: {
    label: 'Quotation Marks',
    asks: 'Quotations have one kind of marks throughout the story: double or single ones.',
    refusal: null,
    reason: 'a magazine may have its reasons for both, such as a letter that is printed as it came',
  },
  notes: {
    label: 'Notes',
    asks: 'Notes in [brackets], and TK for what is to come, are for the newsroom and not for readers.',
    refusal: 'notes left in the text',
  },
  rights: {
    label: 'Rights of Pictures',
    asks: 'Every file may be shown when the story goes out, and for 30 days from then.',
    refusal: 'pictures that may not be shown for 30 days',
  },
  links: {
    label: 'Links',
    asks: 'Every link leads to a page that answers.',
    refusal: null,
    reason: 'other sites are asked by the editor, and not at the moment at which a story goes out',
  },
  comments: {
    label: 'Open Comments',
    asks: 'What was said of the story is answered or resolved.',
    refusal: 'open comments',
  },
} as const satisfies Readonly<Record<string, Check>>

export type CheckName = keyof typeof CHECKS
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[]

/** The checks that every story has to meet: the database asks for them by itself. */
export const ALWAYS_REQUIRED = ['people'] as const satisfies readonly CheckName[]

/** The checks that a story can be refused for. A constraint of `site_settings.required_checks` lists the same. */
export type RequirableCheck = {
  [Name in CheckName]: (typeof CHECKS)[Name]['refusal'] extends null ? never : Name
}[Exclude<CheckName, (typeof ALWAYS_REQUIRED)[number]>]
export const REQUIRABLE_CHECKS = CHECK_NAMES.filter(
  (name): name is RequirableCheck =>
    CHECKS[name].refusal !== null && !ALWAYS_REQUIRED.some((one) => one === name),
)

/** The checks that no story is refused for, with the reasons. */
export const NOT_REQUIRABLE_CHECKS = Object.values(CHECKS).filter((check) => check.refusal === null)

/** A check for which a story is refused. */
export type RefusedCheck = RequirableCheck | (typeof ALWAYS_REQUIRED)[number]

const NOT_PUBLISHED = 'Not published: '

/** Why a story is not published. The database says the same. */
export function refusalText(unmet: readonly RefusedCheck[]): string {
  return `${NOT_PUBLISHED}${unmet.map((name) => CHECKS[name].refusal).join(', ')}.`
}

/** Whether a message of the database is such a text. */
export function isRefusalText(message: string): boolean {
  return message.startsWith(NOT_PUBLISHED)
}

/** What a request to a link found. `unknown`: it could not be checked. */
export const LINK_STATES = ['fine', 'dead', 'unknown'] as const
export type LinkState = (typeof LINK_STATES)[number]

/** Links checked in one request. */
export const MAX_CHECKED_LINKS = 50

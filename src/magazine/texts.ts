/** Texts in the magazine's own voice. Pairs are the beginning of a heading, and its end, which is emphasised. */

export const HOME = {
  /** What the magazine is, in the title of the home page. */
  kind: 'A journal of lived-in homes',
  description: (name: string) =>
    `${name} is a journal of lived-in homes: rooms, the people who use them, and what was kept.`,
}

/** The newsletter. */
export const LETTER = {
  /** What it is. */
  text: 'Rooms that were lived in before they were photographed, every Sunday morning.',
  homeHeading: ['One letter a week.', 'Nothing to buy in it.'],
  dialogHeading: ['One letter', 'a week.'],
  welcome: (name: string) => `Welcome to ${name}. Your first newsletter arrives within a few days.`,
  thanks: "You'll receive our latest design insights and home tours.",
} as const

/** What a reader finds who has confirmed a subscription. */
export const WELCOME = {
  heading: ['You are', 'in.'],
  storiesHeading: 'Until the first letter',
}

/** The letters among which subscribers choose. */
export const LETTER_KINDS = {
  weeklyNewsletter: 'Weekly newsletter',
  designTips: 'Design tips',
  newArticles: 'New articles',
  specialOffers: 'Special offers',
} as const

export const ABOUT = {
  description: (name: string) =>
    `${name} is a journal of lived-in homes. Why we make it, how we look at rooms, and the four things that guide us.`,
}

export const AUTHORS = {
  description: (name: string) =>
    `The people who write ${name}: where they sit, what they look at first, and the stories they have brought home.`,
  intro: 'Our writers are shown by the chairs they write in. Most of them think it the better likeness.',
}

export const CONTACT = {
  description: (name: string) =>
    `Write to the editors of ${name}: a room we should see, a mistake we made, a question about a story.`,
  intro:
    'Tell us about a room we should see, a mistake we made, or the chair you cannot find again. Somebody reads everything, usually on a Thursday.',
}

export const LOST = {
  description: 'There is no page at this address.',
  text: 'Oops! Page not found',
  latestHeading: 'On the shelf meanwhile',
}

/** The end of the copyright line. */
export const IMPRINT = 'Printed on light.'

export const PRIVACY = {
  description: (name: string) =>
    `What ${name} knows about its readers, why, for how long, and how to have it deleted.`,
}

export const TERMS = {
  description: (name: string) => `The terms on which ${name} may be read, quoted, shared and written to.`,
}

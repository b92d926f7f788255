import type { Texts } from '../site/texts.ts'
import type { Preferences } from '../readers/subscriber.ts'

/** Which text of the magazine names each topic to readers. */
export const TOPIC_TEXTS = {
  weeklyNewsletter: 'letter_weekly',
  designTips: 'letter_tips',
  newArticles: 'letter_new',
  specialOffers: 'letter_offers',
} as const satisfies Readonly<Record<keyof Preferences, keyof Texts>>

import type { Preferences } from '../../src/domain/readers/subscriber.ts'
import { seededRandom, stableId } from './stable.ts'

const FIRST_NAMES = words(
  `Agnes Amir Anouk Beatriz Bram Callum Carys Dagny Dariusz Edda Emeka Esme Farid Fiona Gwen Hector
  Hilde Ioana Isidro Jonas Joyce Katarina Kofi Leila Linus Maeve Marek Nadia Niamh Olu Oskar Paloma
  Pia Quentin Rosa Ruairi Saskia Sunil Tamsin Tove Umar Vera Wanda Xenia Yusuf Zora`,
)
const LAST_NAMES = words(
  `Abbott Adeyemi Bakker Bell Castro Conti Dunne Ekberg Farrow Gallo Hughes Ito Jansen Kaya Lindgren
  Moreau Novak Ortega Pell Quinn Rossi Sharma Thorne Ueda Varga Wells Yilmaz Zeman`,
)
const HOSTS = ['example.com', 'example.org', 'example.net']
const SOURCES = words('/ / / /browse /browse contact_form /guides-tips /design-journal /about')

const COUNT = 200
const PERIOD = 425 * 86_400_000

/** The rows of `subscribers`, the same in every run, from the 14 months before `now`, with more sign-ups recently. */
export function subscriberRows(now: Date, storySlugs: readonly string[]) {
  const random = seededRandom('subscribers')
  return Array.from({ length: COUNT }, (_, index) => {
    const first = random.pick(FIRST_NAMES)
    const last = random.pick(LAST_NAMES)
    const source = random.next() < 0.3 ? `/article/${random.pick(storySlugs)}` : random.pick(SOURCES)
    const email = `${first}.${last}${index}@${random.pick(HOSTS)}`.toLowerCase()
    return {
      id: stableId('subscriber', String(index)),
      email,
      first_name: source === 'contact_form' || random.next() < 0.7 ? first : null,
      source_page: source,
      status: random.next() < 0.12 ? 'unsubscribed' : 'active',
      preferences: preferences(random.next(), random.next()),
      subscribed_at: new Date(now.getTime() - 3_600_000 - random.next() ** 1.6 * PERIOD).toISOString(),
    }
  })
}

function words(list: string): string[] {
  return list.split(/\s+/)
}

function preferences(interest: number, offersInterest: number): Preferences {
  return {
    weeklyNewsletter: interest < 0.9,
    designTips: interest > 0.2,
    newArticles: interest > 0.65,
    specialOffers: offersInterest < 0.15,
  }
}

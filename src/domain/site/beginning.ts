import type { Language } from '../text/language.ts'
import { derivedDark } from '../theme/legible.ts'
import { type Colours, type Theme, STANDARD_THEME } from '../theme/theme.ts'

/** A section that a new magazine can begin with, and the colour of the category that it gets, in which new stories can be. */
export interface ProposedSection {
  /** The same in each language. */
  id: string
  slug: string
  title: string
  description: string
  color: string
}

/** The colour of each, and its address, title and description in each language. */
const SECTIONS: readonly (readonly [
  string,
  Readonly<Record<Language, readonly [string, string, string]>>,
])[] = [
  [
    '#a8522e',
    {
      en: ['homes', 'Homes', 'Rooms, and the people who live in them.'],
      de: ['wohnen', 'Wohnen', 'Räume und die Menschen, die darin leben.'],
    },
  ],
  [
    '#b9565c',
    {
      en: ['food', 'Food', 'What is cooked, and who sits at the table.'],
      de: ['essen', 'Essen', 'Was gekocht wird, und wer am Tisch sitzt.'],
    },
  ],
  [
    '#86653a',
    {
      en: ['craft', 'Craft', 'Things made by hand, and how they are made.'],
      de: ['handwerk', 'Handwerk', 'Was von Hand entsteht, und wie es gemacht wird.'],
    },
  ],
  [
    '#4a6ea3',
    {
      en: ['town', 'Town', 'Streets, shops and the people next door.'],
      de: ['stadt', 'Stadt', 'Straßen, Läden und die Leute von nebenan.'],
    },
  ],
  [
    '#4f8240',
    {
      en: ['garden', 'Garden', 'What grows, and what it needs.'],
      de: ['garten', 'Garten', 'Was wächst, und was es dazu braucht.'],
    },
  ],
  [
    '#2f7f9c',
    {
      en: ['travel', 'Travel', 'Places that are worth the journey.'],
      de: ['reisen', 'Reisen', 'Orte, für die sich der Weg lohnt.'],
    },
  ],
  [
    '#7d6098',
    {
      en: ['people', 'People', 'Portraits and conversations.'],
      de: ['menschen', 'Menschen', 'Porträts und Gespräche.'],
    },
  ],
  [
    '#954d82',
    {
      en: ['culture', 'Culture', 'Books, music, pictures and stages.'],
      de: ['kultur', 'Kultur', 'Bücher, Musik, Bilder und Bühnen.'],
    },
  ],
]

/** The sections that are proposed to a new magazine in a language. */
export function proposedSections(language: Language): ProposedSection[] {
  return SECTIONS.map(([color, texts]) => {
    const [slug, title, description] = texts[language]
    return { id: texts.en[0], slug, title, description, color }
  })
}

const fromLight = (light: Colours): Theme => ({ light, dark: derivedDark(light) })

/** The colours that are proposed to a new magazine, by name. */
export const PROPOSED_THEMES: Readonly<Record<string, Theme>> = {
  Standard: STANDARD_THEME,
  Garden: fromLight({
    paper: '#eaf0e2',
    card: '#f6f9f1',
    ink: '#17201a',
    soft: '#4a564b',
    rule: '#bfcab4',
    link: '#1d5a38',
    mark: '#c85a1c',
    signal: '#a0262c',
    focus: '#a84a14',
    field: '#173526',
    'on-field': '#eef3ea',
    'on-field-soft': '#b9ccbc',
  }),
  Clay: fromLight({
    paper: '#f3eae0',
    card: '#fbf6ef',
    ink: '#221712',
    soft: '#5e4e44',
    rule: '#d6c6b5',
    link: '#7a3418',
    mark: '#bd5620',
    signal: '#a2222c',
    focus: '#a1481a',
    field: '#3d1a12',
    'on-field': '#f8efe8',
    'on-field-soft': '#dcc0b0',
  }),
  Newsprint: fromLight({
    paper: '#f1f1ef',
    card: '#fafaf9',
    ink: '#161616',
    soft: '#55555a',
    rule: '#cfcfcc',
    link: '#2a2a2e',
    mark: '#cc4a14',
    signal: '#b3261e',
    focus: '#b03a0a',
    field: '#1c1c1f',
    'on-field': '#f2f2f2',
    'on-field-soft': '#bdbdc2',
  }),
  Plum: fromLight({
    paper: '#efe9ee',
    card: '#f9f5f8',
    ink: '#1f1620',
    soft: '#5a4d5a',
    rule: '#cdc0cc',
    link: '#5d2a66',
    mark: '#c2457a',
    signal: '#a81f2d',
    focus: '#a83a68',
    field: '#34163c',
    'on-field': '#f4eef4',
    'on-field-soft': '#cfbcd2',
  }),
}

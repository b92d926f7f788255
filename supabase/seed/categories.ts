import { slugify } from '../../src/domain/sections/slug.ts'
import { SECTIONS } from '../../src/magazine/sections.ts'
import { stableId } from './stable.ts'

/** Name, colour and description. The colours have enough contrast on light and dark paper (see the test). */
const CATEGORIES = [
  [
    'Design Journal',
    '#3f7563',
    'Longer thoughts, in no hurry: on thresholds, mending, borrowed views and other things nobody sells.',
  ],

  [
    'Interior Design',
    '#a94b32',
    'Whole rooms and the arguments that made them: what was painted, what was kept, who gave way.',
  ],
  [
    'Kitchen Design',
    '#bc6b3e',
    'Where the house is warmest and least tidy. Worktops with stains, and the stories of the stains.',
  ],
  [
    'Bathroom Design',
    '#3281a1',
    'Water, tile, steam and a door that locks. The smallest room gets the longest thought.',
  ],
  [
    'Small Spaces',
    '#90782a',
    'Forty square metres or fewer, and no wish for more. Everything here does two jobs.',
  ],
  [
    'Open Concept',
    '#957f66',
    'Walls that came down, walls that should have stayed, and how people find a corner anyway.',
  ],
  ['Creative Spaces', '#9a4a7c', 'Benches, desks and spare bedrooms where something is always half made.'],

  [
    'Wellness Design',
    '#65876d',
    'Sleep, quiet, air and light, arranged by people who had too little of one of them.',
  ],
  [
    'Plant Design',
    '#4a8544',
    'Homes shared with things that grow, and what the things that grow ask in return.',
  ],
  [
    'Food & Design',
    '#bf5350',
    'The table and what is put on it, the shelf and what is kept there, and how one shapes the other.',
  ],
  ['Personal Stories', '#ac7579', 'One person, one room, one thing that happened in it.'],
  [
    'Moving & Life',
    '#506b9d',
    'Boxes, keys and the first night on the floor. What comes along and what is left for the next people.',
  ],
  [
    'Cultural Design',
    '#825e93',
    'Ways of living that were handed down, carried over a border, or learned from the neighbours.',
  ],

  [
    'Lifestyle',
    '#818a3f',
    'How the days go in a house: mornings, Sundays, the hour before the lamps are lit.',
  ],
  [
    'Entertaining Style',
    '#9c515e',
    'Long tables, short notice. How people who like company lay, light and seat it.',
  ],
  ['Party Design', '#b1659c', 'Rooms on the one night they are too full, and the morning after.'],
  ['Gaming Spaces', '#6a62b1', 'Cards, boards, consoles and the furniture that makes losing bearable.'],
  ['Guest Design', '#6786aa', 'A bed made up, a lamp that can be reached, and a way to say how long for.'],

  [
    'Furniture Guide',
    '#8a6241',
    'One piece at a time: how it is made, how it breaks, and how to sit in it before you pay.',
  ],
  ['Budget Design', '#64724b', 'What it cost, to the pound, and what was done without.'],
  [
    'Texture & Materials',
    '#7c6e67',
    'Plaster, wool, clay, lime, oak: what they are like to live with after the first year.',
  ],
  [
    'Lighting Design',
    '#b47819',
    'Where the lamp goes, how high, and why the one in the ceiling can stay off.',
  ],
  ['Moving & Setup', '#417683', 'The order in which to unpack a life, with reasons.'],
  ['Pet-Friendly Design', '#2f8a83', 'Rooms arranged with, around and occasionally by an animal.'],
] as const

/** The names of all demo categories. */
export const CATEGORY_NAMES: readonly string[] = CATEGORIES.map(([name]) => name)

export function categoryId(name: string): string {
  return stableId('category', name)
}

/** The names of the categories of the first section, the second and so on. */
const SECTION_CATEGORIES: readonly (readonly string[])[] = [
  ['Design Journal'],
  ['Interior Design', 'Kitchen Design', 'Bathroom Design', 'Small Spaces', 'Open Concept', 'Creative Spaces'],
  [
    'Wellness Design',
    'Plant Design',
    'Food & Design',
    'Personal Stories',
    'Moving & Life',
    'Cultural Design',
  ],
  ['Lifestyle', 'Entertaining Style', 'Party Design', 'Gaming Spaces', 'Guest Design'],
  [
    'Furniture Guide',
    'Budget Design',
    'Texture & Materials',
    'Lighting Design',
    'Moving & Setup',
    'Entertaining Style',
    'Party Design',
    'Gaming Spaces',
    'Guest Design',
    'Pet-Friendly Design',
  ],
]

export function sectionId(slug: string): string {
  return stableId('section', slug)
}

/** The rows of `sections`. */
export function sectionRows() {
  return SECTIONS.map((section, index) => ({
    ...{ ...section, button_tags: [...section.button_tags] },
    id: sectionId(section.slug),
    position: index + 1,
  }))
}

function sectionsOfCategory(name: string): string[] {
  const listed = SECTIONS.filter((_, place) => SECTION_CATEGORIES[place]?.includes(name))
  return listed.map(({ slug }) => slug)
}

/** The rows of `categories`. Filter buttons are in the order of creation. */
export function categoryRows(now: Date) {
  return CATEGORIES.map(([name, color, description], index) => ({
    id: categoryId(name),
    name,
    slug: slugify(name),
    color,
    description,
    sections: sectionsOfCategory(name),
    created_at: new Date(now.getTime() + index).toISOString(),
  }))
}

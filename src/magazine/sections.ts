/**
 * The sections with which the demo content begins, in their order; `home_position` is the place on the home page. What the
 * options mean: src/domain/sections/section.ts.
 */
const ROOMS = {
  buttons: 'categories',
  button_tags: [],
  button_order: 'added',
  count_names: 'category',
  empty_links: 'none',
  in_navigation: true,
  accent: null,
} as const

export const SECTIONS = [
  {
    ...ROOMS,
    slug: 'design-journal',
    title: 'Design Journal',
    description:
      'Notebook entries on how homes are thought about, here and elsewhere, before anyone picks up a brush.',
    buttons: 'tags',
    button_tags: ['Indoor/Outdoor Living', 'Wellness Spaces', 'Furniture & Objects', 'Cultural Design'],
    count_names: 'section',
    home_position: 3,
  },
  {
    ...ROOMS,
    slug: 'living-spaces',
    title: 'Living Spaces',
    description:
      'Rooms as the people in them use them: what was moved, what was kept, and what the light made of it.',
    home_position: 1,
  },
  {
    ...ROOMS,
    slug: 'wellness-lifestyle',
    title: 'Wellness & Lifestyle',
    description:
      'Sleep, supper, seedlings and the day the van came: the part of a home that no floor plan shows.',
    home_position: 2,
  },
  {
    ...ROOMS,
    slug: 'entertainment-hosting',
    title: 'Entertainment & Hosting',
    description:
      'For the evenings when the doorbell rings: long tables, short notice, and somewhere to put the coats.',
    count_names: 'section',
    empty_links: 'browse',
    home_position: 4,
  },
  {
    ...ROOMS,
    slug: 'guides-tips',
    title: 'Guides & Tips',
    description:
      'Things we learned by getting them wrong first, written down so that you can get other things wrong.',
    button_order: 'alphabetical',
    empty_links: 'browse and all',
    home_position: null,
  },
] as const

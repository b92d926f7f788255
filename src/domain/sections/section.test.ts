import { describe, expect, test } from 'vitest'
import { type Section, Sections, sectionButtons, sectionType } from './section.ts'

const section = (options: Partial<Section> = {}): Section => ({
  ...sectionType.columnsOf(sectionType.blank()),
  ...{ id: 's', position: 1, home_position: null, slug: 'a-section', title: 'A Section' },
  ...options,
})

describe('filter buttons', () => {
  const alphabetical = section({ button_order: 'alphabetical' })

  test('are the categories with stories, as they were added or sorted', () => {
    expect(sectionButtons(section(), ['Small Spaces', 'Kitchens'], 'en')).toEqual([
      'Small Spaces',
      'Kitchens',
    ])
    expect(sectionButtons(alphabetical, ['Small Spaces', 'Kitchens'], 'en')).toEqual([
      'Kitchens',
      'Small Spaces',
    ])
  })

  test('are sorted as the language of the magazine sorts', () => {
    const names = ['Ö', 'Z', 'O']
    expect(sectionButtons(alphabetical, names, 'de')).toEqual(['O', 'Ö', 'Z'])
    expect(sectionButtons(alphabetical, names, 'sv')).toEqual(['O', 'Z', 'Ö'])
  })

  test('of tags are the chosen ones', () => {
    const ofTags = section({ buttons: 'tags', button_tags: ['Oak', 'Elm'] })
    expect(sectionButtons(ofTags, ['Kitchens'], 'en')).toEqual(['Oak', 'Elm'])
  })
})

test('the sections of a category are in the order of the sections, without ones that no longer exist', () => {
  const sections = new Sections([
    section({ slug: 'guides', position: 2 }),
    section({ slug: 'hosting', position: 1 }),
    section({ slug: 'rooms', position: 3 }),
  ])
  expect(sections.of({ sections: ['guides', 'closed', 'hosting'] }).map(({ slug }) => slug)).toEqual([
    'hosting',
    'guides',
  ])
})

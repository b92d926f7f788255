import { describe, expect, test } from 'vitest'
import type { Section } from '../../magazine/sections.ts'
import { countLine, emptyText, sectionAt, sectionButtons, sectionsOf } from './section.ts'

const section = (kind: Section['kind']): Section => ({
  slug: 'a-section',
  title: 'A Section',
  description: '',
  kind,
})

test('count lines name the chosen category, except where the page says its own name', () => {
  expect(countLine(section('guides'), 2, 'Budget Design')).toBe('2 articles in Budget Design')
  expect(countLine(section('guides'), 1, null)).toBe('1 article in A Section')
  expect(countLine(section('hosting'), 0, 'Lifestyle')).toBe('0 articles in A Section')
})

test('an empty section that links on says that there are no articles yet', () => {
  expect(emptyText(section('rooms'))).toBe('No articles found in this category.')
  expect(emptyText(section('guides'))).toBe('No articles found in this category yet.')
})

describe('filter buttons', () => {
  test('are the categories with stories, sorted in a section of guides', () => {
    expect(sectionButtons(section('rooms'), ['Small Spaces', 'Kitchens'], 'en')).toEqual([
      'Small Spaces',
      'Kitchens',
    ])
    expect(sectionButtons(section('guides'), ['Small Spaces', 'Kitchens'], 'en')).toEqual([
      'Kitchens',
      'Small Spaces',
    ])
  })

  test('are sorted as the language of the magazine sorts', () => {
    const names = ['Ö', 'Z', 'O']
    expect(sectionButtons(section('guides'), names, 'de')).toEqual(['O', 'Ö', 'Z'])
    expect(sectionButtons(section('guides'), names, 'sv')).toEqual(['O', 'Z', 'Ö'])
  })

  test('are fixed in the design journal', () => {
    expect(sectionButtons(section('journal'), [], 'en')).toHaveLength(4)
  })
})

test('the sections of a category are in the order of the navigation, without sections that no longer exist', () => {
  expect(sectionsOf({ sections: ['guides-tips', 'closed', 'entertainment-hosting'] })).toEqual([
    sectionAt('/entertainment-hosting'),
    sectionAt('/guides-tips'),
  ])
})

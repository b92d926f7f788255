import { type SectionView, buttonNames } from '../../content/pages/section.ts'
import type { Section } from '../../domain/sections/section.ts'
import type { Words } from '../../words/words.ts'
import type { Form } from './shelves.ts'
import { ALL, filterCss, filterOptions } from './section-filter.ts'

/** The text of a section without stories. */
export function emptyText({ empty_links }: Pick<Section, 'empty_links'>, { section }: Words): string {
  return empty_links === 'none' ? section.empty : section.emptyYet
}

/** The line above the grid, for `count` articles listed and the chosen category (null: all). */
export function countLine(
  { count_names, title }: Pick<Section, 'count_names' | 'title'>,
  count: number,
  selected: string | null,
  words: Words,
): string {
  return words.articlesIn(count, (count_names === 'category' && selected) || title)
}

/** The filter of a section page: its buttons, the line that each shows, and the CSS by which they work. */
export function sectionFilter(
  { section, articles, total, counts, buttons: names, empty, former }: SectionView,
  form: Form,
  words: Words,
) {
  const movesFirst = section.buttons === 'tags'
  const present = filterOptions(
    names,
    counts,
    articles.map((card) => buttonNames(section, card)),
  )
  // A link may select a category of the section that has no stories yet: its button is shown only then.
  const absent = movesFirst ? [] : filterOptions(empty, {}, [])
  const buttons = [
    { name: words.section.all, key: ALL, count: total, shown: articles.length, value: '', former: undefined },
    ...[...present, ...absent].map((button) => ({
      ...button,
      value: button.name,
      former:
        Object.keys(former)
          .filter((slug) => former[slug] === button.name)
          .join(' ') || undefined,
    })),
  ]
  const lines = buttons.map(({ key, name, value, count, shown }) => {
    const category = movesFirst || value === '' ? null : name
    return {
      key,
      count,
      shown,
      text: countLine(section, movesFirst ? total : count, category, words),
      href: category === null ? '/browse' : `/browse?${new URLSearchParams({ category })}`,
    }
  })
  const css = filterCss([...present, ...absent], movesFirst ? 'move-first' : 'hide', form)
  return { movesFirst, buttons, lines, css }
}

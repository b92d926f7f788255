import { type SectionView, buttonNames } from '../../content/pages/section.ts'
import { countLine, sectionAt } from '../../domain/sections/section.ts'
import { ALL, filterCss, filterOptions } from './section-filter.ts'

/** The filter of a section page: its buttons, the line that each shows, and the CSS by which they work. */
export function sectionFilter({
  path,
  articles,
  total,
  counts,
  buttons: names,
  empty,
  former,
  front,
}: SectionView) {
  const section = sectionAt(path)
  const movesFirst = section?.kind === 'journal'
  const present = filterOptions(
    names,
    counts,
    section ? articles.map((card) => buttonNames(section, card)) : [],
  )
  // A link may select a category of the section that has no stories yet: its button is shown only then.
  const absent = movesFirst ? [] : filterOptions(empty, {}, [])
  const buttons = [
    { name: 'All', key: ALL, count: total, shown: articles.length, value: '', former: undefined },
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
      text: section ? countLine(section, movesFirst ? total : count, category) : undefined,
      href: category === null ? '/browse' : `/browse?${new URLSearchParams({ category })}`,
    }
  })
  const css = filterCss([...present, ...absent], movesFirst ? 'move-first' : 'hide', front === null)
  return { section, movesFirst, buttons, lines, css }
}

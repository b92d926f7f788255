import { type DateFormat, type DateSettings, formatDate } from '../../domain/text/date-format.ts'

/** Creates an element with attributes and children; strings become text nodes, null, false and '' are left out. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
  ...children: (Node | string | null | false)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children.flatMap((child) => child || []))
  return element
}

/** The attributes of a line that begins with a category, with its dot; without category there is none. */
export function withDot(category: { color: string } | null, ...classes: string[]): Record<string, string> {
  const names = category === null ? classes : [...classes, 'dot']
  return {
    ...(names.length > 0 && { class: names.join(' ') }),
    ...(category !== null && { style: `--dot:${category.color}` }),
  }
}

/** A moment as the day or the time that a format writes. */
export function timeOf(iso: string, dates: DateSettings, format: DateFormat): HTMLElement {
  const language: Record<string, string> = dates.language === null ? {} : { lang: dates.language }
  return createElement('time', { datetime: iso, ...language }, formatDate(dates, iso, format))
}

/** Adds a stylesheet to the page; resolves when it applies or cannot be loaded. */
export function addStyles(href: string): Promise<unknown> {
  const link = createElement('link', { rel: 'stylesheet', href })
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve
    document.head.append(link)
  })
}

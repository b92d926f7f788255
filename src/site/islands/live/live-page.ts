import { Calendar } from '../../../domain/text/calendar.ts'
import type { LiveWords } from '../../../words/words.ts'
import { createElement } from '../dom.ts'

/** Where a page that is not built yet is drawn from live data: in place of the 404 page, into `main`. */
export interface LivePage {
  main: HTMLElement
  calendar: Calendar
  words: LiveWords
}

/** The zone and the language of the magazine's dates, and the words, are in the 404 page. */
export function livePageOf(main: HTMLElement): LivePage {
  const { timeZone, dateLanguage, liveWords } =
    main.querySelector<HTMLElement>('[data-live-words]')?.dataset ?? {}
  return {
    main,
    calendar: new Calendar(timeZone ?? null, dateLanguage ?? null),
    words: JSON.parse(liveWords ?? '{}') as LiveWords,
  }
}

/** Sets the title of the page, with the site's name from the page's metadata. */
export function setTitle(title: string): void {
  const siteName = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? ''
  document.title = `${title} · ${siteName}`
}

/** A text whose straight apostrophes are drawn as typographic ones, as by `Typeset`. */
function withApostrophes(text: string): (Node | string)[] {
  return text
    .split(/(')/)
    .map((part) => (part === "'" ? createElement('span', { class: 'apostrophe' }, part) : part))
}

/** Makes `main` a "not found" page with a heading, a text and a link. */
export function showNotFound(
  main: HTMLElement,
  title: string,
  message: string,
  href: string,
  linkText: string,
): void {
  setTitle(title)
  const text = createElement('p', {}, ...withApostrophes(message))
  const link = createElement('a', { class: 'link', href }, linkText)
  const heading = createElement('h1', {}, title)
  main.replaceChildren(
    createElement('div', { class: 'top lost words' }, heading, createElement('div', {}, text, link)),
  )
}

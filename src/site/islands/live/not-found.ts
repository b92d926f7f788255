import { createElement } from '../dom.ts'

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

import { type Page, expect } from '@playwright/test'
import { test } from '../support/test.ts'

/** Pages with each layout of stories. */
const PAGES = [
  '/',
  '/living-spaces',
  '/design-journal',
  '/browse',
  '/browse?search=room',
  '/author/ines-abril',
  '/tag/light',
  '/article/the-green-room-kept',
]

const WIDTHS = [390, 820, 1440]

/** What is left of the featured stories of the home page: each number has a layout. */
const FEATURED_COUNTS = [1, 2, 3, 4, 5, 6]

/**
 * Takes the pictures off all or every second of the page's stories, with texts that are missing, long or one word, and
 * says in words which of these texts then lie over one another or beside the page.
 */
function faultsOf(page: Page, counts: readonly number[]): Promise<string[]> {
  return page.evaluate((counts) => {
    const main = document.querySelector('main')
    if (main === null) throw new Error('The page has no main part.')
    const original = main.innerHTML
    const TITLE = '.card :is(h1, h2, h3) a'
    const setText = (selector: string, text: string) => {
      for (const element of main.querySelectorAll(selector)) element.textContent = text
    }
    const variants: Record<string, () => void> = {
      'as it is': () => undefined,
      'no standfirst': () => {
        for (const text of main.querySelectorAll('.card p:not(.meta, .label)')) text.remove()
      },
      'long title': () => setText(TITLE, 'The stair that became a library and then a street '.repeat(3)),
      'one long word': () => setText(TITLE, 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau'),
      'long names': () =>
        setText(
          '.card .meta',
          `${'Maria da Conceição Vasconcelos, '.repeat(5)}and others · 5 Dec 2026 · 6 min`,
        ),
    }
    const keepFeatured = (count: number) => {
      const row = main.querySelector('.featured')
      if (row === null) return
      row.className = `row featured featured-${count}`
      for (const card of [...row.children].slice(count)) card.remove()
    }
    const removePictures = (isEverySecond: boolean) => {
      for (const [index, story] of main.querySelectorAll('.card, .column').entries())
        if (!isEverySecond || index % 2 === 0)
          for (const picture of story.querySelectorAll('.frame')) picture.remove()
    }
    /** Lines of two texts share some leading. */
    const LEADING = 6
    const found = () => {
      const texts = [...main.querySelectorAll('.card :is(h1, h2, h3, p)')].flatMap((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        return right > left
          ? [{ text: element.textContent.trim().slice(0, 30), left, right, top, bottom }]
          : []
      })
      const width = document.documentElement.clientWidth
      return [
        ...texts
          .filter(({ left, right }) => left < 0 || right > width + 1)
          .map(({ text }) => `beside: ${text}`),
        ...texts.flatMap((a, index) =>
          texts
            .slice(index + 1)
            .filter(
              (b) =>
                Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
                Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > LEADING,
            )
            .map((b) => `over one another: ${a.text} / ${b.text}`),
        ),
      ]
    }
    return counts.flatMap((count) =>
      Object.entries(variants).flatMap(([variant, change]) =>
        [false, true].flatMap((isEverySecond) => {
          main.innerHTML = original
          keepFeatured(count)
          removePictures(isEverySecond)
          change()
          const which = `${count} featured, ${variant}, ${isEverySecond ? 'every second' : 'all'} without a picture`
          return found().map((fault) => `${which}: ${fault}`)
        }),
      ),
    )
  }, counts)
}

for (const path of PAGES)
  test(`the words of stories without a picture have room of their own on ${path}`, async ({ page }) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await page.locator('.card:visible').first().waitFor()
      // A section that is not near the screen has not its own size yet.
      await page.addStyleTag({ content: '.band { content-visibility: visible !important }' })
      expect(await faultsOf(page, path === '/' ? FEATURED_COUNTS : [6]), `at ${width} px`).toEqual([])
    }
  })

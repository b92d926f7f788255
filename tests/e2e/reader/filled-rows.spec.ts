import { type Page, expect } from '@playwright/test'
import { isLongRun } from '../../support/long-run.ts'
import { test } from '../support/test.ts'

/** Pages with each kind of rows, and filters as their addresses choose them. */
const PAGES = [
  '/',
  '/living-spaces',
  '/living-spaces?category=Kitchen+Design',
  '/entertainment-hosting',
  '/design-journal',
  '/design-journal?category=Cultural+Design',
  '/browse',
  '/browse?search=room',
  '/browse?search=linen',
  '/tag/light',
  '/author/ines-abril',
  '/article/the-green-room-kept',
  '/subscription#form:confirmed',
]

const WIDTHS = [390, 600, 820, 1024, 1440, 2200]

/** The most stories of a row that has a layout for each number; others are tried with up to 48. */
const MOST = { '.trio': 3, '.featured': 6 }

/**
 * The numbers of stories to try at the `at`-th width of a page: all in the long run, otherwise those up to six and each
 * seventh, so that the last of several lines of up to six columns ends after each of them.
 */
const numbers = (at: number): number[] =>
  Array.from({ length: 48 }, (_, index) => index + 1).filter(
    (count) => isLongRun || count <= 6 || (count + at) % 7 === 0,
  )

/**
 * Fills each row of the page with these numbers of its own cards, and says in words in which a line is not as wide as the
 * row or has a hole wider than the gap between cards.
 */
function holesOf(page: Page, counts: readonly number[]): Promise<string[]> {
  const tried = { MOST, counts }
  return page.evaluate(({ MOST, counts }) => {
    const holeOf = (row: HTMLElement): boolean => {
      const { paddingInlineStart, paddingInlineEnd, columnGap } = getComputedStyle(row)
      const outer = row.getBoundingClientRect()
      const gap = Number.parseFloat(columnGap) + 1
      const boxes = [...row.children]
        .filter((card) => card.getClientRects().length > 0)
        .map((card) => card.getBoundingClientRect())
      return boxes.some(({ top, height }) => {
        const middle = top + height / 2
        const line = boxes
          .filter((box) => box.top <= middle && middle <= box.bottom)
          .sort((a, b) => a.left - b.left)
        // An edge before and after the cards is at most a pixel from the edge of the row.
        const ends = [
          outer.left + Number.parseFloat(paddingInlineStart) + 1 - gap,
          ...line.map((box) => box.right),
        ]
        const starts = [
          ...line.map((box) => box.left),
          outer.right - Number.parseFloat(paddingInlineEnd) - 1 + gap,
        ]
        return starts.some((start, at) => start - (ends[at] ?? 0) > gap)
      })
    }
    const found: string[] = []
    for (const row of document.querySelectorAll<HTMLElement>('.row')) {
      if (row.getClientRects().length === 0) continue
      const cards = [...row.children].filter((card) => card.classList.contains('card'))
      const most = Object.entries(MOST).find(([kind]) => row.matches(kind))?.[1] ?? Infinity
      const name = row.className
      const isInPlace = (card: Element) => getComputedStyle(card).order === '0'
      // Where a filter moves stories to the front by CSS alone, the last line is made of the others; a script orders all.
      const states = cards.every(isInPlace) ? [''] : ['', ' live']
      for (const state of states)
        for (const count of counts.filter((one) => one <= most)) {
          row.className = (row.matches('.featured') ? `row featured featured-${count}` : name) + state
          row.replaceChildren(
            ...Array.from({ length: count }, (_, at) => cards[at % cards.length]?.cloneNode(true) ?? ''),
          )
          const shown = [...row.children].filter((card) => card.getClientRects().length > 0)
          const others = shown.filter(isInPlace).length
          if (others < Math.min(4, shown.length)) continue
          if (shown.length > 0 && holeOf(row)) found.push(`${row.className}: ${shown.length} of ${count}`)
        }
      row.className = name
      row.replaceChildren(...cards)
    }
    return found
  }, tried)
}

test.describe.configure({ timeout: 180_000 })

for (const [at, path] of PAGES.entries()) {
  test(`no number of stories leaves a hole in a row of ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('main .row > .card:visible').first()).toBeVisible()
    for (const [place, width] of WIDTHS.entries()) {
      await page.setViewportSize({ width, height: 900 })
      expect(await holesOf(page, numbers(at + place)), `${width} pixels wide`).toEqual([])
    }
  })
}

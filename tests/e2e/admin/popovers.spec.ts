import { type Locator, type Page, expect } from '@playwright/test'
import { isLongRun } from '../../support/long-run.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** Opens a popover of the admin. Resolves with what is in it. */
type Open = (page: Page, where: 'start' | 'end' | 'center') => Promise<Locator>

async function press(button: Locator, where: 'start' | 'end' | 'center'): Promise<void> {
  await button.evaluate((element, block) => element.scrollIntoView({ block }), where)
  await button.click()
}

/** Opens the settings of a new story, which have no room beside its text in these windows. */
async function openStorySettings(page: Page): Promise<void> {
  await page.goto('/admin/articles/new')
  await page.getByRole('button', { name: 'Story Settings' }).click()
}

const POPOVERS: Readonly<Record<string, Open>> = {
  'the date picker': async (page, where) => {
    await openStorySettings(page)
    await press(page.getByRole('button', { name: /^Publish Date/ }), where)
    return page.getByRole('dialog', { name: 'Publish Date' })
  },
  'the list of categories': async (page, where) => {
    await openStorySettings(page)
    await press(page.getByRole('button', { name: /Category$/ }), where)
    return page.getByRole('listbox')
  },
  'the colours of a category': async (page, where) => {
    await page.goto('/admin/categories')
    await page.getByRole('button', { name: 'New Category' }).click()
    await press(page.getByRole('button', { name: /^Choose a colour/ }), where)
    return page.getByRole('dialog', { name: 'Colour', exact: true })
  },
  'the menu of a story': async (page, where) => {
    await page.goto('/admin/articles')
    await press(
      page
        .getByRole('button', { name: /^Actions/ })
        .filter({ visible: true })
        .first(),
      where,
    )
    return page.getByRole('menu')
  },
}

const WINDOWS = [
  { width: 390, height: 500 },
  { width: 820, height: 600 },
]
const PLACES = ['start', 'center', 'end'] as const

for (const [at, viewport] of WINDOWS.entries()) {
  test.describe(`a window of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport })

    for (const [order, [name, open]] of Object.entries(POPOVERS).entries()) {
      // Of the product of windows, popovers and places, `npm test` has each pair.
      const places = PLACES.filter((_, place) => isLongRun || (at + order + place) % 2 === 0)
      test(`shows ${name} whole, or a part of it that scrolls, with the buttons below in sight`, async ({
        page,
      }) => {
        await signInAs(page, 'super_admin')
        for (const where of places) {
          const content = await open(page, where)
          await expect(content).toBeVisible()
          const popover = content.locator('xpath=ancestor-or-self::*[contains(@style, "max-height")][1]')
          // It grows from small to its size.
          await expect
            .poll(() =>
              popover.evaluate((element) => {
                const { top, bottom, left, right } = element.getBoundingClientRect()
                const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
                return { isInside, isScrolled: element.scrollHeight > element.clientHeight + 1 }
              }),
            )
            .toEqual({ isInside: true, isScrolled: false })
          for (const button of await content
            .getByRole('button', { name: /^(Done|Publish immediately)$/ })
            .all())
            await expect(button).toBeInViewport({ ratio: 1 })
        }
      })
    }
  })
}

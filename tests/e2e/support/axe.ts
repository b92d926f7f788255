import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

/**
 * Expects that axe finds nothing wrong with the page as shown, once animations have ended: all rules in the present colour
 * scheme, and the rules about colour in the other one too.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // Between two screens there is a moment without a heading.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // A list that waits for its next rows is dimmed.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectNoFaults(page, where, await axe(page))
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [present, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await page.emulateMedia({ colorScheme: other })
  await expectNoFaults(
    page,
    `${where}, in ${other}`,
    (await axe(page)).withRules(['color-contrast', 'link-in-text-block']),
  )
  await page.emulateMedia({ colorScheme: present })
}

/** Without its comments, which are half of what a page would have to read. */
const AXE_SOURCE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Straight in the page: axe would open another one to put the results of frames together, and there are none. */
async function axe(page: Page): Promise<AxeBuilder> {
  // A page that has the script of axe is not given it again: that takes as long as half the rules.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, axeSource: isLoaded ? ';' : AXE_SOURCE })
  return builder.setLegacyMode().options({ resultTypes: ['violations'] })
}

async function expectNoFaults(page: Page, where: string, rules: AxeBuilder): Promise<void> {
  await page.evaluate(async () => {
    const isPassing = ({ timeline, effect }: Animation) =>
      timeline instanceof DocumentTimeline && effect?.getTiming().iterations !== Infinity
    for (;;) {
      const passing = document.getAnimations().filter(isPassing)
      if (passing.length === 0) return
      await Promise.all(passing.map((one) => one.finished.catch(() => null)))
      // An inherited colour goes on to the elements within, one after another.
      await new Promise((drawn) => requestAnimationFrame(drawn))
    }
  })
  const { violations } = await rules.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
  expect(found, where).toEqual([])
}

import { type Locator, expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { pressKey } from '../support/keys.ts'
import { publishStories, removeStories } from '../support/stories.ts'
import { test } from '../support/test.ts'

const GALLERY = '/article/a-bath-with-nowhere-else-to-be'
const CHOICES = '/article/one-wall-four-winters'
const CAROUSEL = '/article/forty-one-centimetres'

/** A finger that goes from one place to another. */
async function swipe(on: Locator, from: number, to: number): Promise<void> {
  await on.evaluate(
    (element, [start, end]) => {
      const touch = (clientX: number) => new Touch({ identifier: 1, target: element, clientX, clientY: 300 })
      element.dispatchEvent(
        new TouchEvent('touchstart', {
          bubbles: true,
          touches: [touch(start)],
          changedTouches: [touch(start)],
        }),
      )
      element.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(end)] }))
    },
    [from, to] as const,
  )
}

test('a story is printed with all its pictures, in a file of at most 600 KB', async ({ page }) => {
  for (const path of [GALLERY, CHOICES, CAROUSEL]) {
    await page.goto(path)
    const pictures = await page.locator('.printed').count()
    expect(pictures, path).toBeGreaterThan(1)
    const file = await page.pdf({ format: 'A4' })
    expect(file.length, path).toBeLessThan(600_000)
    // Each as the JPEG file that it is.
    expect(file.toString('latin1').split('/DCTDecode').length - 1, path).toBe(pictures)
  }
})

test('the lightbox works by keyboard and touch', async ({ page }) => {
  await page.goto(GALLERY)
  const links = page.getByRole('region', { name: 'Gallery' }).getByRole('link')
  const count = await links.count()
  expect(count).toBeGreaterThan(1)
  const alts = await links
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).alt))
  const dialog = page.getByRole('dialog', { name: 'Gallery' })
  const picture = dialog.getByRole('img').first()
  const counter = (place: number) => expect(dialog.locator('.caption')).toContainText(`${place} / ${count}`)

  await pressKey(links.first(), 'Enter')
  await expect(dialog).toBeVisible()
  await expect(picture).toHaveAttribute('alt', alts[0] ?? '')
  await counter(1)
  await expect(dialog).toBeFocused()
  await expectAccessible(page, 'the gallery')

  await page.keyboard.press('ArrowLeft')
  await expect(picture).toHaveAttribute('alt', alts.at(-1) ?? '')
  await counter(count)
  await page.keyboard.press('ArrowRight')
  await counter(1)
  await dialog.getByRole('button', { name: 'Next picture' }).click()
  await counter(2)
  await expect(dialog.getByRole('status')).toContainText(`Picture 2 of ${count}`)
  await swipe(picture, 100, 300)
  await counter(1)
  await swipe(picture, 300, 100)
  await counter(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(links.first()).toBeFocused()

  await links.nth(1).click()
  await counter(2)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('a long story lists its sections, marks the one being read, and shows how far the reader is', async ({
  page,
}) => {
  await page.goto(GALLERY)
  const contents = page.getByRole('navigation', { name: 'In this story' })
  const last = contents.getByRole('link').last()
  await expect(contents.locator('[aria-current]')).toHaveCount(0)
  await last.click()
  await expect(last).toHaveAttribute('aria-current', 'true')
  await expect(contents.locator('[aria-current]')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: (await last.textContent())?.trim() ?? '' })).toBeInViewport()
  const progress = () =>
    page.locator('.head').evaluate((head) => new DOMMatrix(getComputedStyle(head, '::after').transform).a)
  await expect.poll(progress).toBeGreaterThan(0.3)
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(progress).toBeLessThan(0.05)
})

test('a story links to its neighbours in the category and to the category', async ({ page }) => {
  await page.goto(GALLERY)
  const badge = page.locator('.story > header').getByRole('link', { name: 'Bathroom Design' })
  await expect(badge).toHaveAttribute('href', '/living-spaces?category=Bathroom+Design')
  // A story whose category has more stories than Continue Reading shows.
  await page.goto('/article/only-the-lamp-is-plugged-in')
  const turn = page.getByRole('navigation', { name: 'More in Design Journal' })
  await turn.getByRole('link', { name: /^Earlier in Design Journal/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Only the lamp is plugged in')
  await expect(page.locator('.story > header').getByText('Design Journal')).toBeVisible()
  await page.getByRole('link', { name: /^Later in Design Journal/ }).click()
  await expect(page).toHaveURL('/article/only-the-lamp-is-plugged-in')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an interactive story shows one choice at a time and leads back to the choices', async ({ page }) => {
    await page.goto(CHOICES)
    const choices = page.locator('#choices').getByRole('link')
    expect(await choices.count()).toBeGreaterThanOrEqual(3)
    const name = (await choices.nth(1).textContent()) ?? ''
    await pressKey(choices.nth(1), 'Enter')
    const chosen = page.getByRole('region', { name })
    await expect(chosen.getByRole('paragraph').first()).toBeVisible()
    await expect(choices.first()).toBeHidden()
    await chosen.getByRole('link', { name: 'Back to choices' }).click()
    await expect(choices.first()).toBeVisible()
    await expect(chosen).toBeHidden()
  })

  test('gallery and carousel show their pictures', async ({ page }) => {
    await page.goto(GALLERY)
    const link = page.getByRole('region', { name: 'Gallery' }).getByRole('link').first()
    expect(
      (await page.request.get((await link.getAttribute('href')) ?? '')).headers()['content-type'],
    ).toMatch(/^image/)
    await page.goto(CAROUSEL)
    await expect(
      page.getByRole('group', { name: 'Pictures and films' }).first().getByRole('img').first(),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)
  })
})

test('a carousel wraps around in both directions, by button and key', async ({ page }) => {
  await page.goto(CAROUSEL)
  const carousel = page.getByRole('group', { name: 'Pictures and films' }).first()
  const strip = carousel.getByRole('list')
  const items = strip.getByRole('listitem')
  const count = await items.count()
  const place = (number: number) => expect(carousel.getByRole('status')).toHaveText(`${number} / ${count}`)
  await place(1)
  await carousel.getByRole('button', { name: 'Previous' }).click()
  await place(count)
  await expect(items.last().locator('figcaption')).toBeInViewport()
  await carousel.getByRole('button', { name: 'Next' }).click()
  await place(1)
  await pressKey(strip, 'ArrowRight')
  await place(2)
  await page.keyboard.press('ArrowLeft')
  await place(1)
  await page.keyboard.press('ArrowLeft')
  await place(count)
})

test('a carousel counts every click, however quickly they come', async ({ page }) => {
  await page.goto(CAROUSEL)
  const carousel = page.getByRole('group', { name: 'Pictures and films' }).first()
  const next = carousel.getByRole('button', { name: 'Next' })
  const status = carousel.getByRole('status')
  await carousel.getByRole('list').evaluate((strip) => {
    for (let more = 3 - strip.children.length; more > 0; more -= 1)
      strip.append(strip.firstElementChild?.cloneNode(true) ?? '')
  })
  await next.click()
  await expect(status).toHaveText('2 / 3')
  await next.evaluate((button: HTMLElement) => {
    button.click()
    // On a slow machine the browser tells the end of the step before now.
    button.closest('.carousel')?.querySelector('ul')?.dispatchEvent(new Event('scrollend'))
    button.click()
  })
  await expect(status).toHaveText('1 / 3')
})

test('a word without a blank does not widen the page of a story', async ({ page }) => {
  const word = 'unbreakable'.repeat(20)
  const content = `<h2>One</h2><ul><li>${word}</li></ul><figure><img src="/about-640.webp" alt=""><figcaption>${word}</figcaption></figure><h2>${word}</h2><h2>Three</h2>`
  await publishStories([{ slug: 'broken-word', title: 'A long word', content }])
  try {
    await page.goto('/article/broken-word')
    for (const width of [390, 1000, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      for (const text of await page.getByText(word).all()) {
        const { clientWidth, scrollWidth } = await text.evaluate((element) => {
          const { clientWidth, scrollWidth } = element.closest('li, figure, h2') as HTMLElement
          return { clientWidth, scrollWidth }
        })
        expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
      }
    }
  } finally {
    await removeStories('broken-')
  }
})

test('an unreadable body shows an error in place of the text', async ({ page }) => {
  const bodies = [
    ['broken-choices', '{"type":"interactive","choices":', 'Error loading interactive content'],
    ['broken-media', '{"type":"mixed-media","sections":', 'Error loading mixed media content'],
    ['broken-other', { shape: 'unknown' }, 'Content not available'],
  ] as const
  await publishStories(bodies.map(([slug, content]) => ({ slug, title: slug, content })))
  try {
    for (const [slug, , message] of bodies) {
      await page.goto(`/article/${slug}`)
      await expect(page.getByRole('article').getByText(message, { exact: true })).toBeVisible()
      await expect(page.getByText('Uncategorized').first()).toBeVisible()
    }
  } finally {
    await removeStories('broken-')
  }
})

test('print shows the story without controls', async ({ page }) => {
  await page.goto(GALLERY)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const selector of ['.contents', '.share', '.turn', '.foot', '.head .button', '.back']) {
    await expect(page.locator(selector).first()).toBeHidden()
  }
  await expect(page.getByText(new URL(GALLERY, page.url()).href, { exact: true })).toBeVisible()

  // A4: text and pictures share one column.
  await page.setViewportSize({ width: 794, height: 1123 })
  const sides = async (selector: string) => {
    const { x = 0, width = 0 } = (await page.locator(selector).first().boundingBox()) ?? {}
    return [Math.round(x), Math.round(x + width)]
  }
  const column = await sides('.prose')
  expect(await sides('.opening .printed')).toEqual(column)
  expect(await sides('.gallery ul')).toEqual(column)
})

test('print shows every choice and every slide', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  for (const [path, selector] of [
    [CHOICES, '.choice'],
    [CAROUSEL, '.carousel figure'],
  ] as const) {
    await page.goto(path)
    const parts = await page.locator(selector).all()
    expect(parts.length).toBeGreaterThan(1)
    let end = 0
    for (const part of parts) {
      const box = await part.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(end)
      end = (box?.y ?? 0) + (box?.height ?? 0)
    }
  }
})

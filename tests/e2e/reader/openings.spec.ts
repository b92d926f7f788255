import { expect, type Locator } from '@playwright/test'
import { OPENING_LABELS, OPENINGS } from '../../../src/domain/story/opening.ts'
import { storedArticle as articleOf } from '../support/articles.ts'
import { expectAccessible } from '../support/axe.ts'
import { editor, openArticle, storeArticle, storedArticle, toast } from '../support/editor.ts'
import { pressKey } from '../support/keys.ts'
import { signInAs } from '../support/session.ts'
import { publishStories, removeStories } from '../support/stories.ts'
import { test } from '../support/test.ts'

const PREFIX = 'opening-of-'
const SHAPES = ['landscape', 'portrait', 'missing'] as const
const STORIES = OPENINGS.flatMap((opening) => SHAPES.map((shape) => ({ opening, shape })))
const slugOf = ({ opening, shape }: (typeof STORIES)[number]) => `${PREFIX}${opening}-${shape}`

test('every opening fits screens of 320 to 1920 px and paper, with any picture', async ({ page }) => {
  const pictures = {
    landscape: (await articleOf('the-green-room-kept')).featured_image,
    portrait: (await articleOf('my-mothers-pink')).featured_image,
    missing: '/no-such-picture.jpg',
  }
  const title = 'A title as long as titles can be, of a house with many rooms '.repeat(5).slice(0, 300)
  await publishStories(
    STORIES.map((story) => ({
      slug: slugOf(story),
      title,
      opening: story.opening,
      featured_image: pictures[story.shape],
      facts: [
        { label: 'Architect', value: 'x'.repeat(300) },
        { label: 'Unbreakable'.repeat(5), value: 'One' },
      ],
    })),
  )
  for (const story of STORIES) {
    const { opening, shape } = story
    await page.goto(`/article/${slugOf(story)}`)
    await expect(page.locator('.story')).toHaveClass(new RegExp(`opens-${opening}`))
    await expect(page.locator('.opening')).toHaveCount(opening === 'none' ? 0 : 1)
    for (const width of [320, 390, 820, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(sideways, `${opening}, ${shape}, ${width}`).toBe(0)
    }
    if (shape === 'landscape') await expectAccessible(page, opening)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.story > header')).toHaveCSS('background-image', 'none')
    await page.emulateMedia({ media: 'screen' })
  }
  await removeStories(PREFIX)
})

for (const width of [390, 1440]) {
  test(`no frame of a card lies across its picture, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/living-spaces', '/author/ines-abril', '/article/the-green-room-kept']) {
      await page.goto(path)
      const boxes = await page.locator('.card .frame:not(.whole) img').evaluateAll((images) =>
        images.map((image) => ({
          name: image.getAttribute('src'),
          shape: Number(image.getAttribute('width')) - Number(image.getAttribute('height')),
          frame: Math.round(image.clientWidth) - Math.round(image.clientHeight),
        })),
      )
      expect(boxes.length, path).toBeGreaterThan(2)
      const across = boxes.filter(({ shape, frame }) => shape * frame < 0 && Math.abs(frame) > 1)
      expect(across, path).toEqual([])
    }
  })
}

test('the picture of the card that was followed walks into its story, and back', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // Read in every frame of the transition: a slow machine draws few, and the first may come late.
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      const walking = new Set<string | null>()
      const read = () => {
        for (const { effect } of document.getAnimations())
          if (effect instanceof KeyframeEffect) walking.add(effect.pseudoElement)
        document.documentElement.dataset.walking = [...walking].join(' ')
        frame = requestAnimationFrame(read)
      }
      let frame = 0
      void viewTransition?.ready.then(read)
      void viewTransition?.finished.then(() => cancelAnimationFrame(frame))
    })
  })
  /** By keys, with the picture on the screen: nothing that moves on the page comes between aim and click. */
  const follow = async (card: Locator) => {
    const link = card.getByRole('heading').getByRole('link')
    const path = (await link.getAttribute('href')) ?? ''
    await card.evaluate((shown) => {
      shown.scrollIntoView({ block: 'center', behavior: 'instant' })
    })
    await pressKey(link, 'Enter')
    await expect(page).toHaveURL(path)
    await expect(page.locator('.opening')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-walking', /::view-transition-group\(opening\)/)
  }
  await page.goto('/')
  await follow(page.locator('.card', { has: page.locator('.frame') }).nth(1))
  // A link at the end of the story, too: two pictures of one name would end the transition.
  await follow(page.locator('.keep .card', { has: page.locator('.frame') }).first())
})

test('an editor chooses an opening by keys, and adds, pastes, moves and removes facts', async ({ page }) => {
  const { id } = await storeArticle('draft', 'editor', { featured_image: '/about-640.webp' })
  await signInAs(page, 'editor')
  await openArticle(page, id)

  await page.getByRole('radio', { name: 'By the picture' }).focus()
  for (const opening of OPENINGS) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: OPENING_LABELS[opening] })).toBeChecked()
  }
  await page.getByRole('radio', { name: OPENING_LABELS.behind }).check({ force: true })

  const facts = page.getByRole('list', { name: 'House facts' })
  await page.getByRole('button', { name: 'Add Place' }).click()
  await expect(facts.getByRole('textbox', { name: 'Place', exact: true })).toBeFocused()
  await page.keyboard.insertText('Porto')
  await page.getByRole('button', { name: 'Add a Fact' }).click()
  const pasted = 'Architect: Maria Sol\n• Area: 84 m²'
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, pasted)
  await expect(facts.getByRole('listitem')).toHaveCount(3)
  await expect(facts.getByRole('textbox', { name: 'Area', exact: true })).toBeFocused()

  await pressKey(page.getByRole('button', { name: /^Move Area/ }), 'ArrowUp')
  await expect(page.getByRole('button', { name: /^Move Area/ })).toBeFocused()
  const boxOf = async (name: RegExp) =>
    (await page.getByRole('button', { name }).boundingBox()) ?? { x: 0, y: 0 }
  const [from, to] = [await boxOf(/^Move Architect/), await boxOf(/^Move Place/)]
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Remove Place' }).click()
  await expectAccessible(page, 'the editor with facts')

  await page.getByRole('button', { name: 'Add a Fact' }).click()
  await facts.getByRole('textbox', { name: 'Fact 3' }).fill('A value without a label')
  await editor(page).saveDraft.click()
  await expect(page.getByText('Every fact needs a label').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove Fact 3' }).click()
  await editor(page).saveDraft.click()
  await expect(toast(page, 'Article saved as draft')).toBeVisible()
  expect(await storedArticle(id)).toMatchObject({
    opening: 'behind',
    facts: [
      { label: 'Architect', value: 'Maria Sol' },
      { label: 'Area', value: '84 m²' },
    ],
  })
})

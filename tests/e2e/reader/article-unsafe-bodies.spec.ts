import { type Locator, expect } from '@playwright/test'
import { XSS_VECTORS } from '../../fixtures/xss-vectors.ts'
import { secretClient } from '../support/backend.ts'
import { previewBeside } from '../support/editor.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

/** Every vector in every format, each in a part of its own where the format has parts; the harmless one comes first. */
const BODIES: Record<string, unknown> = {
  harmless: {
    type: 'mixed-media',
    sections: [
      { type: 'text', content: 'Nothing but words.' },
      {
        type: 'media',
        items: [{ type: 'image', src: 'https://images.example/a.jpg', alt: 'A', caption: 'A' }],
      },
    ],
  },
  plain: XSS_VECTORS.join('\n\n'),
  blocks: {
    blocks: XSS_VECTORS.flatMap((text) => [
      { type: 'paragraph', data: { text } },
      { type: 'header', data: { text, level: 2 } },
    ]),
  },
  'rich-text': {
    type: 'doc',
    content: XSS_VECTORS.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  },
  interactive: {
    type: 'interactive',
    choices: XSS_VECTORS.map((text) => ({
      id: text,
      title: text,
      description: text,
      image: text,
      content: text,
    })),
  },
  'mixed-media': {
    type: 'mixed-media',
    sections: XSS_VECTORS.flatMap((text) => [
      { type: 'text', content: text },
      { type: 'media', items: [{ type: 'image', src: text, alt: text, caption: text }] },
    ]),
  },
  // An unclosed element swallows what follows it, so the vectors are spread over several bodies.
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, part) => [
      `html-${part}`,
      { html: `<p>before</p>${XSS_VECTORS.filter((_vector, index) => index % 12 === part).join('\n')}` },
    ]),
  ),
}

test('no script or style stored in a body runs on a page', async ({ page }) => {
  const service = await secretClient()
  const rows = Object.entries(BODIES).map(([format, content]) => ({
    title: `Unsafe ${format} <img src=x onerror="window.pwned=1">`,
    slug: `unsafe-${format}`,
    excerpt: '"><script>window.pwned=1</script>',
    status: 'published',
    content,
  }))
  await service.from('articles').delete().like('slug', 'unsafe-%')
  const { error } = await service.from('articles').upsert(rows, { onConflict: 'slug' })
  expect(error).toBeNull()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const external: string[] = []
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (
      !['localhost', '127.0.0.1'].includes(hostname) &&
      request.url().startsWith('http') &&
      request.resourceType() !== 'image'
    ) {
      external.push(request.url())
    }
  })
  // What the site itself adds to a text: its own carousel comes with a script.
  let ours: string[] | undefined
  for (const { slug } of rows) {
    await expect(async () => {
      expect((await page.goto(`/article/${slug}`))?.status()).toBe(200)
    }).toPass()
    const body = page.locator('article .text').first()
    await loadPictures(body)
    const found = await alive(body)
    ours ??= found
    expect(
      found.filter((part) => !ours?.includes(part)),
      slug,
    ).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x')
  }
  await signInAs(page, 'editor')
  const { data: stored } = await service.from('articles').select('id, slug, title').like('slug', 'unsafe-%')
  expect(stored).toHaveLength(rows.length)
  // In the frame of a page that the publisher has drawn no script runs: the admin draws these itself.
  await page.route('**/publish/preview', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const { id, slug, title } of stored ?? []) {
    // As a typed address would, without loading the whole app again.
    await page.evaluate((to) => void history.pushState({}, '', to), `/admin/articles/${id}/edit`)
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveText(title)
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = previewBeside(page).panel
    await expect(preview.getByRole('article').first()).toContainText(title)
    await loadPictures(preview)
    expect(await alive(preview), `preview of ${slug}`).toEqual([])
  }
  expect(dialogs).toEqual([])
  expect(external).toEqual([])
  await service.from('articles').delete().like('slug', 'unsafe-%')
})

/** Resolves when each picture of the element has loaded or failed, and the handlers of that have run. */
async function loadPictures(element: Locator): Promise<void> {
  await element.evaluate(async (root) => {
    const pictures = [...root.querySelectorAll('img')]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.allSettled(pictures.map((picture) => picture.decode()))
    // Events are dispatched before the next frame but one.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** What in the element could run, load or send something; none of it may come from a stored body. */
function alive(element: Locator): Promise<string[]> {
  return element.evaluate((root) => {
    const found: string[] = []
    if ('pwned' in window) found.push('script ran')
    if ((root.textContent ?? '').trim() === '') found.push('there is no body here to look at')
    for (const part of root.querySelectorAll('*')) {
      const ours =
        part.closest('svg[aria-hidden]') !== null || part.closest('button, [role=toolbar]') !== null
      if (
        !ours &&
        /^(script|iframe|object|embed|style|form|base|meta|link|svg|math|template|input)$/i.test(part.tagName)
      ) {
        if (!(part.matches('input') && part.closest('[data-rac]'))) found.push(part.outerHTML.slice(0, 120))
      }
      for (const { name, value } of part.attributes) {
        if (/^on/i.test(name)) found.push(`${name}=${value}`)
        if (
          /^(href|src|srcset|action|formaction|xlink:href)$/i.test(name) &&
          /^\s*(javascript|data|vbscript):/i.test(value)
        ) {
          found.push(`${name}=${value}`)
        }
      }
    }
    return found
  })
}

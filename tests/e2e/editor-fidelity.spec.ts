import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { createViteServer } from 'vitest/node'
import { renderBody } from '../../src/domain/body/render.ts'
import { toEditorHtml } from '../../src/domain/body/to-editor-html.ts'
import { storyContent } from '../../supabase/seed/story-content.ts'
import { readStories } from '../../supabase/seed/stories.ts'

const root = resolve(import.meta.dirname, '../..')

/** What no seeded story holds, but stories from elsewhere do. */
const RARE = [
  '<p>In <cite>The Poetics of Space</cite>,<br>a <s>house</s> <u>drawer</u> with <code>x = 1</code>.</p><hr><h4>Small</h4>',
  '<figure><a href="/about"><img src="/a.webp" alt="A" title="Oak" width="30" height="20"></a><figcaption>By <em>her</em></figcaption></figure>',
  '<ul><li>Oak<ul><li>Burr</li></ul></li><li><p>Ash</p><p>Not the tree.</p></li></ul><ol><li>One</li></ol>',
  '<blockquote><p>You don’t decorate a bathroom.</p><footer>— <cite>Marit</cite></footer></blockquote>',
  '<pre><code>two  spaces\n  kept</code></pre>',
]

// Opening a story brings its body into the editor's own form; what readers see of it must stay the same.
test('opening and saving a story in the editor does not change its page', async ({ page }) => {
  const stories = await readStories()
  const bodies = stories.flatMap((story) =>
    (['prosemirror', 'lexical'] as const).flatMap((tree) => {
      const content = storyContent(story, (file) => `/media/${file}`, tree)
      const editable = toEditorHtml(content)
      return editable === null ? [] : [{ slug: story.slug, content, html: editable.html }]
    }),
  )
  expect(bodies.length).toBeGreaterThan(100)
  for (const html of RARE)
    bodies.push({ slug: html, content: { html }, html: toEditorHtml({ html })?.html ?? '' })

  // The editor's module as the browser runs it: only there is a document to parse into.
  const server = await createViteServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { port: 0, host: '127.0.0.1', hmr: false },
    define: { __SITE_URL__: '"http://localhost:4321"', __SUPABASE_URL__: '"http://127.0.0.1:54321"' },
  })
  try {
    await server.listen()
    const address = server.resolvedUrls?.local[0] ?? ''
    await page.route(`${address}blank`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto(`${address}blank`)
    const passed = await page.evaluate(
      async ([module, sources]) => {
        const { normalHtml } = (await import(module)) as { normalHtml: (html: string) => string }
        return sources.map((html) => normalHtml(html))
      },
      [`${address}src/admin/writing/normal-html.ts`, bodies.map(({ html }) => html)] as const,
    )
    const changed = bodies.filter(({ content }, index) => {
      return JSON.stringify(renderBody({ html: passed[index] })) !== JSON.stringify(renderBody(content))
    })
    expect(changed.map(({ slug }) => slug)).toEqual([])
  } finally {
    await server.close()
  }
})

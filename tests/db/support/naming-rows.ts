import { randomUUID } from 'node:crypto'
import { type Backend, draft, insertRow, published } from './backend.ts'

type Naming = Readonly<Record<string, (backend: Backend, url: string, path: string) => Promise<unknown>>>

const story = (backend: Backend, more: object) =>
  insertRow(backend, 'articles', published({ title: 'A hall', ...more }))

/** The branding is one row. */
async function brand(backend: Backend, marks: object) {
  await backend.sql('delete from public.branding')
  return insertRow(backend, 'branding', marks)
}

/** Each way in which something that readers see names a file. */
export const NAMED_BY: Naming = {
  'the picture of a story': (backend, url) => story(backend, { featured_image: url }),
  'the gallery of a story': (backend, url) => story(backend, { gallery: ['https://x.example/1.jpg', url] }),
  'a picture of a story with a caption of its own': (backend, url) =>
    story(backend, { gallery: [url], captions: { [url]: 'In May' } }),
  'a picture in a story': (backend, url) =>
    story(backend, { content: { html: `<p>x</p><img src="${url}" alt="">` } }),
  'a link in a story': (backend, url) =>
    story(backend, { content: { html: `<p><a href='${url}#page=2'>The plan</a></p>` } }),
  'a slide of a story': (backend, url) =>
    story(backend, {
      content: { type: 'mixed-media', sections: [{ type: 'media', items: [{ src: url }] }] },
    }),
  'a story that is JSON in a text': (backend, url) =>
    story(backend, { content: JSON.stringify({ type: 'doc', src: url }).replaceAll('/', '\\/') }),
  'the address without its host': (backend, url) => story(backend, { featured_image: new URL(url).pathname }),
  'the storage path': (backend, _, path) => story(backend, { content: { html: `<img src="/${path}">` } }),
  'an encoded address': (backend, url) =>
    story(backend, { featured_image: url.replaceAll('-', '%2D').replace('webp', '%77ebp') }),
  'the thumbnail': (backend, url) => story(backend, { featured_image: url.replace('.webp', '-thumb.webp') }),
  'a story whose time has come': (backend, url) =>
    story(backend, { featured_image: url, published_at: new Date(Date.now() - 1000).toISOString() }),
  'a front that is live': (backend, url) =>
    insertRow(backend, 'front_versions', {
      page: `/${randomUUID()}`,
      live_from: '2026-01-05T10:00:00Z',
      blocks: [
        {
          ...{ id: 'hero', kind: 'hero', by_rule: true },
          items: [{ article_id: randomUUID(), title: null, image: url, from: null, until: null }],
        },
      ],
    }),
  'a page': (backend, url) =>
    insertRow(backend, 'pages', {
      title: 'Care',
      slug: randomUUID(),
      status: 'published',
      content: { html: `<img src="${url}">` },
    }),
  'an author': (backend, url) =>
    insertRow(backend, 'author_profiles', { name: randomUUID(), slug: randomUUID(), image_url: url }),
  'the logo': (backend, url) => brand(backend, { logo: url }),
  'the logo in dark': (backend, url) => brand(backend, { logo_dark: url }),
  'the icon': (backend, url) => brand(backend, { icon: url }),
  'the picture of shared links': (backend, url) => brand(backend, { share_picture: url }),
  'a category': (backend, url) =>
    insertRow(backend, 'categories', { name: randomUUID(), slug: randomUUID(), description: `See ${url}.` }),
  'a redirect': async (backend, url) => {
    const target = url.replace('http://', 'https://')
    await backend.sql('insert into public.slug_redirects (old_slug, target) values ($1, $2)', [
      randomUUID(),
      target,
    ])
  },
}

/** Each way in which nothing that readers see names a file, although a row does. */
export const NOT_NAMED_BY: Naming = {
  nothing: async () => undefined,
  'a draft': (backend, url) => insertRow(backend, 'articles', draft({ featured_image: url })),
  'a story under review': (backend, url) =>
    insertRow(backend, 'articles', draft({ status: 'review', featured_image: url })),
  'a scheduled story': (backend, url) =>
    story(backend, { featured_image: url, published_at: new Date(Date.now() + 3_600_000).toISOString() }),
  'a story in the trash': (backend, url) =>
    story(backend, { featured_image: url, deleted_at: '2026-11-20T00:00:00Z' }),
  'a page that is a draft': (backend, url) =>
    insertRow(backend, 'pages', {
      title: 'Care',
      slug: randomUUID(),
      content: { html: `<img src="${url}">` },
    }),
  'a template': (backend, url) =>
    insertRow(backend, 'article_templates', { name: randomUUID(), content: { html: url } }),
  'a working copy': async (backend, url) => {
    const { id } = await story(backend, {})
    await insertRow(backend, 'article_working_copies', {
      article_id: id,
      base_version: 1,
      data: { patch: { featured_image: url } },
    })
  },
  'a published name that only ends or begins like it': (backend, url) =>
    story(backend, {
      content: { html: `<img src="${url}x"><img src="${url.replace(/\/([^/]*)$/, '/x$1')}">` },
    }),
}

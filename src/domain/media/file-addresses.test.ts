import { expect, test } from 'vitest'
import { withFilesAt } from './file-addresses.ts'

const API = 'http://127.0.0.1:54321'

test.each([
  [
    '',
    '<img src="/storage/v1/object/public/media/a.png"> @font-face{src:url(/storage/v1/object/public/fonts/b.woff2)}',
  ],
  [
    'https://magazine.example',
    '<img src="https://magazine.example/storage/v1/object/public/media/a.png"> @font-face{src:url(https://magazine.example/storage/v1/object/public/fonts/b.woff2)}',
  ],
])('pictures and fonts are named where readers reach them: at %j', (base, expected) => {
  const folder = `${API}/storage/v1/object/public`
  const page = `<img src="${folder}/media/a.png"> @font-face{src:url(${folder}/fonts/b.woff2)}`
  expect(withFilesAt(base, page, API)).toBe(expected)
})

test('other addresses of the API stay', () => {
  const text = `${API}/rest/v1/articles and ${API}0/storage/v1/object/public/media/a.png`
  expect(withFilesAt('', text, API)).toBe(text)
})

import { expect, test } from 'vitest'
import { isOwnPicture } from './own-picture.ts'

test.each([
  ['http://127.0.0.1:54321/storage/v1/object/public/media/u/1.webp', true],
  ['http://localhost:4321/uploads/a.webp', true],
  ['/uploads/a.webp', true],
  ['//tracker.example/a.png', false],
  ['/\\tracker.example/a.png', false],
  ['\t//tracker.example/a.png', false],
  ['http://127.0.0.1:54321@tracker.example/storage/v1/object/public/a.png', false],
  ['http://localhost:4321.tracker.example/a.png', false],
  ['https://tracker.example/storage/v1/object/public/media/a.png', false],
  ['a.png', false],
  ['blob:http://localhost:4321/1', false],
  ['data:image/png;base64,AA', false],
  ['', false],
])('%j is a picture of this magazine: %s', (src, isOwn) => {
  expect(isOwnPicture(src)).toBe(isOwn)
})

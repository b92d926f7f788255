import { expect, test } from 'vitest'
import { FILE_ADDRESSES, PROJECT } from '../../../tests/fixtures/file-addresses.ts'
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
  ['/uploads/../../admin', false],
  ['/uploads/%2e%2e/a.webp', false],
  ['/uploads/..%2fa.webp', false],
  ['a.png', false],
  ['blob:http://localhost:4321/1', false],
  ['data:image/png;base64,AA', false],
  ['', false],
])('%j is a picture of this magazine: %s', (src, isOwn) => {
  expect(isOwnPicture(src)).toBe(isOwn)
})

test.each(FILE_ADDRESSES.filter(([address]) => !/^\/(?!\/)/.test(address)))(
  '%j is a picture of this magazine where it names a stored file: %j',
  (address, path) => {
    const here = address.replace(PROJECT, 'http://127.0.0.1:54321')
    expect(isOwnPicture(here)).toBe(path !== null)
  },
)

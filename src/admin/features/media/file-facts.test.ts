import { expect, test } from 'vitest'
import { fileFacts } from './file-facts.ts'

test('the facts of a file leave out what is not known', () => {
  const file = { mime_type: 'image/jpeg', size_bytes: 1536, width: 1600, height: 1067 }
  expect(fileFacts(file)).toBe('JPEG, 1.50 KB, 1600\u00a0×\u00a01067')
  expect(fileFacts({ ...file, mime_type: 'application/pdf', width: null, height: null })).toBe('PDF, 1.50 KB')
})

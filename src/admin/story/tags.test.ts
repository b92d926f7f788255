import { expect, test } from 'vitest'
import { addTag } from './tags.ts'

test('a tag is added under the rules of the Tags screen', async () => {
  await expect(addTag('木')).rejects.toThrow('Name needs a letter from a to z or a digit')
})

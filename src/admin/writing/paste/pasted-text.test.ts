import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { bodyExtensions } from '../body-schema.ts'
import { pastedText } from './pasted-text.ts'

const schema = getSchema(bodyExtensions)

test.each([
  ['A word', ['A word']],
  ['One\r\nTwo', ['One', 'Two']],
  ['First verse\nits second line\n\nSecond verse\n', ['First verse|its second line', 'Second verse']],
  ['One\vTwo\u2028Three', ['One', 'Two', 'Three']],
  ['\ufeffOne\u2029Two', ['One', 'Two']],
  ['Rose\n  thorn\n\tleaf', ['Rose', '\u00a0\u00a0thorn', '\u00a0\u00a0\u00a0\u00a0leaf']],
])('%j is pasted as paragraphs and lines', (text, paragraphs) => {
  const { content } = pastedText(text, schema, [])
  expect(content.content.map((block) => block.textBetween(0, block.content.size, '', '|'))).toEqual(
    paragraphs,
  )
})

import { expect, test } from 'vitest'
import { CopiedText } from './copied-text.ts'

const OWN = '<p data-pm-slice="1 1 []">Oak &amp; ash</p>'

test('the very text that was copied is our own, whatever the system puts around it', () => {
  const copied = new CopiedText()
  copied.remember(OWN)
  expect(copied.isSame(OWN)).toBe(true)
  expect(copied.isSame(`<meta charset='utf-8'>${OWN}`)).toBe(true)
  expect(
    copied.isSame(`<html>\r\n<body>\r\n<!--StartFragment-->${OWN}<!--EndFragment-->\r\n</body>\r\n</html>`),
  ).toBe(true)
})

test('a text with the mark of an editor, or with more around it, is not', () => {
  const copied = new CopiedText()
  expect(copied.isSame('')).toBe(false)
  copied.remember(OWN)
  const other = '<p data-pm-slice="1 1 []"><img src="https://tracker.example/a.png"></p>'
  expect([other, `${OWN}${other}`, ''].map((html) => copied.isSame(html))).toEqual([false, false, false])
})

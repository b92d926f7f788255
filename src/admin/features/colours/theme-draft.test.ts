import { expect, test } from 'vitest'
import { failingPairs } from '../../../domain/theme/pairs.ts'
import { STANDARD_THEME, THEME_ROLES } from '../../../domain/theme/theme.ts'
import { followingRoles, problemsOf, withColour } from './theme-draft.ts'

test('a dark colour follows the light one until it is set by itself', () => {
  const followed = withColour(STANDARD_THEME, 'light', 'link', '#7a1fa8')
  expect(followed.dark.link).not.toBe(STANDARD_THEME.dark.link)
  expect(followingRoles(followed).size).toBe(THEME_ROLES.length)

  const own = withColour(followed, 'dark', 'link', '#ffffff')
  expect(followingRoles(own).has('link')).toBe(false)
  expect(withColour(own, 'light', 'link', '#1d5548').dark.link).toBe('#ffffff')
})

test('a colour that cannot be read is refused with its contrast and a colour that passes', () => {
  const theme = withColour(STANDARD_THEME, 'light', 'soft', '#9aa0a8')
  const [problem, ...others] = problemsOf(theme, STANDARD_THEME)
  expect(others).toEqual([])
  expect(problem).toMatchObject({
    scheme: 'light',
    role: 'soft',
    text: 'It has a contrast of 1.81 : 1 on Paper with a tint; at least 4.5 : 1 is needed.',
  })
  const { value = '' } = problem?.neighbour ?? {}
  expect(failingPairs(withColour(theme, 'light', 'soft', value).light, 'light')).toEqual([])
})

test('a ground is refused for the text that cannot be read on it', () => {
  const [problem] = problemsOf(withColour(STANDARD_THEME, 'light', 'paper', '#707070'), STANDARD_THEME)
  expect(problem).toMatchObject({ role: 'paper' })
  expect(problem?.text).toMatch(/^(?:Soft text|Marks|Signal) has a contrast of \d(?:\.\d+)? : 1 on it/)
})

test('a theme with no other colours has no problems', () => {
  expect(problemsOf(STANDARD_THEME, STANDARD_THEME)).toEqual([])
})

import { expect, test } from 'vitest'
import { sectionFormSchema, sectionType } from '../sections/section.ts'
import { LANGUAGES } from '../text/language.ts'
import { isLegible } from '../theme/pairs.ts'
import { PROPOSED_THEMES, proposedSections } from './beginning.ts'

test('each theme that is proposed to a new magazine can be read, in light and in dark', () => {
  const unreadable = Object.entries(PROPOSED_THEMES).filter(([, theme]) => !isLegible(theme))
  expect(unreadable).toEqual([])
})

test.each(LANGUAGES)('each section that is proposed in %s can be saved as it is', (language) => {
  const proposed = proposedSections(language)
  const problems = proposed.map(({ slug, title, description }) =>
    sectionFormSchema.safeParse({ ...sectionType.blank(), slug, title, description }),
  )
  expect(problems.filter(({ success }) => !success)).toEqual([])
  expect(new Set(proposed.map(({ slug }) => slug)).size).toBe(proposed.length)
})

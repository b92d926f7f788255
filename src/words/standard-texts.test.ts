import { expect, test } from 'vitest'
import { textsType } from '../domain/site/texts.ts'
import { LANGUAGES } from '../domain/text/language.ts'
import { standardTexts } from './standard-texts.ts'
import { wordsOf } from './words.ts'

test.each(LANGUAGES)('the standard texts in %s are in its dictionary, and could be stored', (language) => {
  expect(wordsOf(language).texts).toBe(standardTexts(language))
  expect(textsType.errors(standardTexts(language))).toEqual({})
})

import { expect, test } from 'vitest'
import { textsType } from '../../src/domain/site/texts.ts'
import { TEXTS } from '../../src/magazine/texts.ts'

test('each text that a new magazine has is one that pages show, and fits its field', () => {
  const names: readonly string[] = textsType.names
  expect(Object.keys(TEXTS).filter((name) => !names.includes(name))).toEqual([])
  expect(textsType.errors({ ...textsType.blank(), ...TEXTS })).toEqual({})
})

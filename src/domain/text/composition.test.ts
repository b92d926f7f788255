import { expect, test } from 'vitest'
import { isCompositionKey } from './composition.ts'

test.each([
  [
    'Enter of Chrome and Firefox, within a composition',
    { key: 'Enter', isComposing: true, keyCode: 229 },
    true,
  ],
  ['Enter of Safari, which ended one', { key: 'Enter', isComposing: false, keyCode: 229 }, true],
  ['Escape within one', { key: 'Escape', isComposing: true, keyCode: 27 }, true],
  ['a key of Windows within one', { key: 'Process', isComposing: false, keyCode: 229 }, true],
  ['Enter', { key: 'Enter', isComposing: false, keyCode: 13 }, false],
  ['a letter on Android', { key: 'Unidentified', isComposing: false, keyCode: 229 }, false],
])('%s: %o belongs to a composition: %s', (_, key, belongs) => {
  expect(isCompositionKey(key)).toBe(belongs)
})

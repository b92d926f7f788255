import { expect, test } from 'vitest'
import { withDot } from './dom.ts'

test('a line that begins with a category has its dot; without one it has no empty class', () => {
  expect(withDot({ color: '#1b4d6b' }, 'label')).toEqual({ class: 'label dot', style: '--dot:#1b4d6b' })
  expect(withDot({ color: '#1b4d6b' })).toEqual({ class: 'dot', style: '--dot:#1b4d6b' })
  expect(withDot(null, 'label')).toEqual({ class: 'label' })
  expect(withDot(null)).toEqual({})
})

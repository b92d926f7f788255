import { describe, expect, test } from 'vitest'
import { templateType } from '../../../domain/story/template.ts'
import { copyName, templateForm } from './template-form.ts'

describe('the name of a copy', () => {
  test.each([
    ['House visit', [], 'Copy of House visit'],
    ['House visit', ['House visit', 'copy of house visit'], 'Copy of House visit 2'],
    ['House visit', ['Copy of House visit', 'Copy of House visit 2'], 'Copy of House visit 3'],
  ])('%s beside %j: %s', (name, taken, copy) => {
    expect(copyName(name, taken)).toBe(copy)
  })

  test('is never too long, and still free', () => {
    const name = 'x'.repeat(120)
    const first = copyName(name, [name])
    const second = copyName(name, [name, first])
    expect([first.length, second.length]).toEqual([120, 120])
    expect(second).not.toBe(first)
  })
})

test('every stored body becomes a form', () => {
  const template = {
    ...templateType.columnsOf(templateType.blank()),
    id: 't',
    name: 'A',
    tag_ids: [],
    updated_at: '2026-01-01T00:00:00Z',
    version: 1,
  }
  const html = (content: unknown) => templateForm({ ...template, content }, (text) => text).html
  expect(html({ html: '<p onclick="x()">One</p>' })).toBe('<p>One</p>')
  expect(html({})).toBe('')
  expect(html(null)).toBe('')
})

import { expect, test } from 'vitest'
import type { TemplateSummary } from '../../../domain/story/template.ts'
import { templatesPage } from './templates-search.ts'

const template = (name: string, title_pattern = ''): TemplateSummary => ({
  id: name,
  name,
  description: null,
  title_pattern,
  category_id: null,
  tag_ids: [],
  updated_at: '2026-01-01T00:00:00.000Z',
})

test('finds the templates with every word in name, description or title', () => {
  const templates = [template('House visit', 'A house in {month}'), template('Object study')]
  expect(templatesPage(templates, { text: 'MONTH visit', page: 1 })).toMatchObject({
    rows: [{ name: 'House visit' }],
    total: 1,
  })
})

test('shows 24 templates a page', () => {
  const templates = Array.from({ length: 30 }, (_, index) => template(`Number ${index}`))
  const { rows, total } = templatesPage(templates, { text: '', page: 2 })
  expect([rows.length, rows[0]?.name, total]).toEqual([6, 'Number 24', 30])
})

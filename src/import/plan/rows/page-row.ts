import type { Page } from '../../description.ts'
import { movedBody } from '../moved-body.ts'
import type { PlannedRow } from '../planned.ts'
import { MAX_TITLE, cutNotes, shortened, slugNotes, stateNotes, times, titleOf } from '../texts.ts'
import type { Parts } from './parts.ts'

export function pageRow(page: Page, parts: Parts): PlannedRow {
  const { places } = parts
  const { html, notes } = movedBody(page.html, parts)
  const { publication, createdAt } = page
  const slug = places.slugOf('page', page.key)
  const { at, updated } = times(page)
  return {
    ...{ table: 'pages', key: places.idOf('page', page.key) ?? '', title: page.title, place: page.place },
    notes: [
      ...page.notes,
      ...notes,
      ...stateNotes(publication, 'pages'),
      ...slugNotes(page, slug),
      ...cutNotes([
        ['Title', page.title, MAX_TITLE],
        ['SEO title', page.metaTitle, 200],
        ['Meta description', page.metaDescription, 500],
      ]),
    ],
    values: {
      ...{ title: titleOf(page), slug, content: { html } },
      status: isKept(publication.state) ? publication.state : 'draft',
      parent_id: page.parent === null ? null : places.idOf('page', page.parent),
      meta_title: shortened(page.metaTitle, 200) || null,
      meta_description: shortened(page.metaDescription, 500) || null,
      ...{ created_at: createdAt ?? at ?? updated, updated_at: updated },
    },
  }
}

/** Pages have no other states but these and draft. */
function isKept(state: Page['publication']['state']): boolean {
  return state === 'published' || state === 'review'
}

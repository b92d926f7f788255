import { renderBody } from '../../../domain/body/render.ts'
import { readTime } from '../../../domain/story/read-time.ts'
import type { Note, Story } from '../../description.ts'
import { movedBody } from '../moved-body.ts'
import type { PlannedRow } from '../planned.ts'
import { MAX_TITLE, cutNotes, shortened, slugNotes, stateNotes, times, titleOf } from '../texts.ts'
import type { Parts } from './parts.ts'

export function storyRow(story: Story, parts: Parts): PlannedRow {
  const { magazine, places, pictureAt } = parts
  const { html, notes } = movedBody(story.html, parts)
  const { publication, picture } = story
  const image = picture === null ? null : pictureAt(picture)
  const caption = picture !== null && 'caption' in picture ? shortened(picture.caption, 2000) : ''
  const isOutside = publication.state === 'published' || publication.state === 'scheduled'
  const { at, updated } = times(story)
  const role = magazine.credit_roles.find(({ is_words }) => is_words)?.id ?? null
  const people = new Set(story.people.map((key) => places.idOf('person', key)).filter((id) => id !== null))
  const tags = new Set(story.tags.map((key) => places.idOf('tag', key)).filter((id) => id !== null))
  const slug = places.slugOf('story', story.key)
  const body = renderBody({ html })
  return {
    ...{ table: 'articles', key: places.idOf('story', story.key) ?? '', title: story.title },
    place: story.place,
    notes: [
      ...story.notes,
      ...notes,
      ...stateNotes(publication, 'articles'),
      ...(story.categories.length > 1 ? [ONE_CATEGORY] : []),
      ...(picture !== null && image === null ? [NO_OPENING] : []),
      ...slugNotes(story, slug),
      ...cutNotes([
        ['Title', story.title, MAX_TITLE],
        ['Standfirst', story.standfirst, MAX_TITLE],
        ['Excerpt', story.excerpt, 2000],
        ['SEO title', story.metaTitle, 60],
        ['Meta description', story.metaDescription, 160],
      ]),
    ],
    values: {
      ...{ title: titleOf(story), slug, content: { html } },
      standfirst: shortened(story.standfirst, MAX_TITLE) || null,
      excerpt: shortened(story.excerpt, 2000) || null,
      status: isOutside ? 'published' : publication.state,
      published_at: isOutside ? publication.at : null,
      featured: story.featured && isOutside,
      featured_image: image,
      captions: image === null || caption === '' ? {} : { [image]: caption },
      read_time: body.kind === 'html' ? Math.min(600, readTime(body.words)) : null,
      category_id: places.idOf('category', story.categories[0] ?? ''),
      credits:
        role === null || people.size === 0
          ? null
          : [...people].slice(0, 50).map((person_id) => ({ person_id, role_id: role })),
      meta_title: shortened(story.metaTitle, 60) || null,
      meta_description: shortened(story.metaDescription, 160) || null,
      meta_keywords: story.keywords.slice(0, 100).map((word) => shortened(word, 200)),
      ...{ created_at: story.createdAt ?? at ?? updated, updated_at: updated },
      tag_ids: [...tags].sort(),
    },
  }
}

const ONE_CATEGORY: Note = { kind: 'changed', text: 'A story has one category here: the first is kept' }
const NO_OPENING: Note = { kind: 'dropped', text: 'The opening picture could not be read' }

import { renderBody } from '../../src/domain/body/render.ts'
import { readTime } from '../../src/domain/read-time.ts'
import { slugify } from '../../src/domain/slug.ts'
import { categoryId } from './categories.ts'
import { storyDates } from './dates.ts'
import { pictureName, wholeImage } from './pictures.ts'
import { stableId } from './stable.ts'
import { type TreeKind, storyContent } from './story-content.ts'
import type { Story, StoryImage } from './stories.ts'

/** Lookups for an article row: account id by the writer's name, public URL by the picture's name. */
export interface References {
  idOf: (writer: string) => string
  urlOf: (picture: string) => string
}

export function tagId(name: string): string {
  return stableId('tag', name)
}

/** The rows of `tags`, for all tags of the stories. */
export function tagRows(stories: readonly Story[]) {
  const names = new Set(stories.flatMap(({ tags }) => tags))
  return [...names].toSorted().map((name) => ({ id: tagId(name), name, slug: slugify(name) }))
}

/** The rows of `article_tags`. */
export function articleTagRows(stories: readonly Story[]) {
  return stories.flatMap(({ slug, tags }) =>
    tags.map((tag) => ({ article_id: stableId('article', slug), tag_id: tagId(tag) })),
  )
}

/** The rows of `articles`. Rich-text stories alternate between the two kinds of tree. */
export function articleRows(stories: readonly Story[], references: References, now: Date) {
  const richText = stories.filter(({ format }) => format === 'rich-text')
  return stories.map((story) =>
    articleRow(story, references, richText.indexOf(story) % 2 === 1 ? 'lexical' : 'prosemirror', now),
  )
}

function articleRow(story: Story, { idOf, urlOf }: References, tree: TreeKind, now: Date) {
  const imageUrl = (image: StoryImage) => urlOf(pictureName(story, image))
  const content = storyContent(story, (file) => imageUrl(wholeImage(file)), tree)
  const body = renderBody(content)
  if (body.kind === 'error') throw new Error(`${story.slug}.md: ${body.message}`)
  return {
    id: stableId('article', story.slug),
    title: story.title,
    title_emphasis: story.emphasis ?? null,
    slug: story.slug,
    content,
    excerpt: story.excerpt,
    status: story.status === 'scheduled' ? 'published' : story.status,
    featured: story.featured,
    hero: story.hero,
    featured_image: imageUrl(story.image),
    gallery: story.gallery.map(imageUrl),
    read_time: readTime(body.words),
    category_id: categoryId(story.category),
    author_id: idOf(story.author),
    meta_title: story.seo?.title ?? null,
    meta_description: story.seo?.description ?? null,
    meta_keywords: story.seo?.keywords ?? [],
    ...storyDates(story, now),
  }
}

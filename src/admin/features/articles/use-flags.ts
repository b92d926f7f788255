import { showToast } from '../../ui/toast.ts'
import type { ArticleRow } from './data/article-list.ts'
import { useChangeArticle } from './data/change-article.ts'
import { tellFailure } from './tell-failure.ts'

/** Turns the two flags of an article and says how it went (admin spec §8). */
export function useFlags({ id, featured, hero }: ArticleRow) {
  const { mutate } = useChangeArticle()
  return {
    toggleFeatured: () =>
      mutate(
        { id, change: { featured: !featured } },
        {
          onSuccess: () =>
            showToast({ title: `Article ${featured ? 'unfeatured' : 'featured'} successfully` }),
          onError: tellFailure('Failed to update featured status'),
        },
      ),
    toggleHero: () =>
      mutate(
        { id, change: { hero: !hero } },
        {
          onSuccess: () =>
            showToast({ title: `Article ${hero ? 'removed as' : 'set as'} hero successfully` }),
          onError: tellFailure('Failed to update hero status'),
        },
      ),
  }
}

/** Why an article cannot be the hero: the database takes the hero from everything that is not published. */
export function heroHindrance({ status }: Pick<ArticleRow, 'status'>): string | undefined {
  return status === 'published' ? undefined : 'Only a published article can be the hero'
}

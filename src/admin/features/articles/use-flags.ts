import { showToast } from '../../ui/toast.ts'
import type { ArticleRow } from './data/article-list.ts'
import { useChangeArticle, type ArticleChange } from './data/change-article.ts'
import { tellFailure } from './tell-failure.ts'

/** Turns the two flags of an article and says how it went (admin spec §8). */
export function useFlags({ id, featured, hero }: ArticleRow) {
  const { mutateAsync } = useChangeArticle()

  // Awaited, not left to callbacks: when the server has answered, this row may be gone from the list.
  const turn = async (change: ArticleChange, done: string, failed: string) => {
    try {
      await mutateAsync({ id, change })
      showToast({ title: done })
    } catch (error) {
      tellFailure(failed)(error)
    }
  }

  return {
    toggleFeatured: () =>
      void turn(
        { featured: !featured },
        `Article ${featured ? 'unfeatured' : 'featured'} successfully`,
        'Failed to update featured status',
      ),
    toggleHero: () =>
      void turn(
        { hero: !hero },
        `Article ${hero ? 'removed as' : 'set as'} hero successfully`,
        'Failed to update hero status',
      ),
  }
}

/** Why an article cannot be the hero: the database takes the hero from everything that is not published. */
export function heroHindrance({ status }: Pick<ArticleRow, 'status'>): string | undefined {
  return status === 'published' ? undefined : 'Only a published article can be the hero'
}

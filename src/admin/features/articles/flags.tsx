import { type LucideIcon, Crown, Star } from 'lucide-react'
import { can } from '../../../domain/role.ts'
import { toastError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { showToast } from '../../ui/toast.ts'
import type { ArticleRow } from './data/article-list.ts'
import { type ArticleChange, useChangeArticle } from './data/change-article.ts'

/** Toggles the two flags of an article, with a toast. */
export function useFlags({ id, featured, hero }: ArticleRow) {
  const { mutateAsync } = useChangeArticle()

  // Awaited, not left to callbacks: when the server has answered, this row may be gone from the list.
  const toggle = async (change: ArticleChange, done: string, failed: string) => {
    try {
      await mutateAsync({ id, change })
      showToast({ title: done })
    } catch (error) {
      toastError(failed, error)
    }
  }

  return {
    toggleFeatured: () =>
      void toggle(
        { featured: !featured },
        `Article ${featured ? 'unfeatured' : 'featured'} successfully`,
        'Failed to update featured status',
      ),
    toggleHero: () =>
      void toggle(
        { hero: !hero },
        `Article ${hero ? 'removed as' : 'set as'} hero successfully`,
        'Failed to update hero status',
      ),
  }
}

/** Why an article cannot be set as hero; the database allows it for published ones only. */
export function heroDisabledReason({ status }: Pick<ArticleRow, 'status'>): string | undefined {
  return status === 'published' ? undefined : 'Only a published article can be the hero'
}

export function FeaturedToggle({ row }: { row: ArticleRow }) {
  const { toggleFeatured } = useFlags(row)
  return (
    <FlagToggle
      icon={Star}
      label={`Featured: ${row.title}`}
      isOn={row.featured}
      row={row}
      onToggle={toggleFeatured}
    />
  )
}

export function HeroToggle({ row }: { row: ArticleRow }) {
  const { toggleHero } = useFlags(row)
  return (
    <FlagToggle
      icon={Crown}
      label={`Hero: ${row.title}`}
      isOn={row.hero}
      row={row}
      disabledReason={heroDisabledReason(row)}
      onToggle={toggleHero}
    />
  )
}

/** A flag as a button, an outline when off and filled when on; only an image for those who may not change it. */
function FlagToggle({
  icon: Icon,
  label,
  isOn,
  row,
  disabledReason,
  onToggle,
}: {
  icon: LucideIcon
  label: string
  isOn: boolean
  row: ArticleRow
  /** Why it cannot be turned on. */
  disabledReason?: string | undefined
  onToggle: () => void
}) {
  const { role } = useProfile()
  const icon = (
    <Icon aria-hidden className={`size-4.5 ${isOn ? 'fill-marigold text-marigold' : 'text-soft'}`} />
  )
  if (!can(role, 'articles.feature') || row.deleted_at !== null) {
    return (
      <span
        role="img"
        aria-label={`${label}, ${isOn ? 'yes' : 'no'}`}
        className="flex size-9 items-center justify-center"
      >
        {icon}
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={label}
      title={disabledReason ?? label}
      disabled={disabledReason !== undefined && !isOn}
      onClick={onToggle}
      className="flex size-9 items-center justify-center rounded-md hover:bg-tint disabled:cursor-not-allowed disabled:opacity-45 disabled:hover:bg-transparent"
    >
      {icon}
    </button>
  )
}

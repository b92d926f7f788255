import { Crown, Star } from 'lucide-react'
import { serverClock } from '../../../backend/server-clock.ts'
import { articleState } from '../../../domain/article-state.ts'
import { can } from '../../../domain/role.ts'
import { useArticleState } from '../../components/use-article-state.ts'
import { attempt } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.ts'
import type { ArticleRow } from './data/article-list.ts'
import { useChangeArticle } from './data/change-article.ts'

/** The two flags of an article, with the words of the toasts after one is set or cleared. */
const FLAGS = {
  featured: { icon: Star, name: 'Featured', set: 'featured', cleared: 'unfeatured' },
  hero: { icon: Crown, name: 'Hero', set: 'set as hero', cleared: 'removed as hero' },
} as const

type Flag = keyof typeof FLAGS

export function useFlagToggle(row: ArticleRow): (flag: Flag) => void {
  const { mutateAsync } = useChangeArticle()
  // Awaited, not left to callbacks: when the server has answered, this row may be gone from the list.
  return (flag) =>
    void attempt(`Failed to update ${flag} status`, async () => {
      await mutateAsync({ id: row.id, change: { [flag]: !row[flag] } })
      const title = `Article ${FLAGS[flag][row[flag] ? 'cleared' : 'set']} successfully`
      const date = flag === 'hero' && !row.hero ? scheduledDate(row) : null
      showToast({
        title,
        ...(date === null
          ? {}
          : { description: `The front page opens with it from ${formatDateTime(date)}.` }),
      })
    })
}

/** The publish date of a scheduled article; null for others. */
function scheduledDate(row: Pick<ArticleRow, 'status' | 'published_at'>): string | null {
  return articleState(row, serverClock.now()) === 'scheduled' ? row.published_at : null
}

/** Why an article cannot be set as hero; the database allows it for published ones only. */
export function heroDisabledReason({ status }: Pick<ArticleRow, 'status'>): string | undefined {
  return status === 'published' ? undefined : 'Only a published or scheduled article can be the hero'
}

/** A flag as a button, an outline when off and filled when on; only an image for those who may not change it. */
export function FlagToggle({ row, flag }: { row: ArticleRow; flag: Flag }) {
  const { role } = useProfile()
  const toggle = useFlagToggle(row)
  const isOn = row[flag]
  const { icon: Icon, name } = FLAGS[flag]
  const label = `${name}: ${row.title}`
  const disabledReason = flag === 'hero' ? heroDisabledReason(row) : undefined
  const state = useArticleState(row)
  const date = flag === 'hero' && isOn && state === 'scheduled' ? row.published_at : null
  const title = date === null ? label : `${label}, from ${formatDateTime(date)}`
  const icon = (
    <Icon aria-hidden className={`size-4.5 ${isOn ? 'fill-vermilion text-vermilion' : 'text-soft'}`} />
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
      title={disabledReason ?? title}
      disabled={disabledReason !== undefined && !isOn}
      onClick={() => toggle(flag)}
      className="flex size-9 items-center justify-center rounded-md hover:bg-tint disabled:cursor-not-allowed disabled:opacity-45 disabled:hover:bg-transparent"
    >
      {icon}
    </button>
  )
}

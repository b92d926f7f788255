import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Crown, Star } from 'lucide-react'
import { serverClock } from '../../../backend/server-clock.ts'
import { articleState } from '../../../domain/story/article-state.ts'
import { can } from '../../../domain/people/role.ts'
import { homeHeroQuery } from '../../story/home-hero.ts'
import { useArticleState } from '../../components/use-article-state.ts'
import { attempt } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { formatDateTime } from '../../ui/dates/format.ts'
import { showToast } from '../../ui/overlays/toast.ts'
import type { ArticleRow } from './data/article-list.ts'
import { useChangeArticle } from './data/change-article.ts'
import { heroPlace } from './hero-words.ts'

/** The two flags of an article, with the words of the toasts after one is set or cleared. */
const FLAGS = {
  featured: { icon: Star, name: 'Featured', set: 'featured', cleared: 'unfeatured' },
  hero: { icon: Crown, name: 'Hero', set: 'set as hero', cleared: 'removed as hero' },
} as const

type Flag = keyof typeof FLAGS

export function useFlagToggle(row: ArticleRow): (flag: Flag) => void {
  const client = useQueryClient()
  const { mutateAsync } = useChangeArticle()
  // Awaited, not left to callbacks: when the server has answered, this row may be gone from the list.
  return (flag) =>
    void attempt(`Failed to update ${flag} status`, async () => {
      await mutateAsync({ id: row.id, change: { [flag]: !row[flag] } })
      const title = `Article ${FLAGS[flag][row[flag] ? 'cleared' : 'set']} successfully`
      const isNewHero = flag === 'hero' && !row.hero
      // The change is made, whether this can be told or not.
      const home = isNewHero ? await client.fetchQuery(homeHeroQuery).catch(() => null) : null
      const description = home && heroPlace(row.id, scheduledDate(row), home, formatDateTime)
      showToast({ title, ...(description === null ? {} : { description }) })
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
  const isHero = flag === 'hero' && isOn
  const { data: home = null } = useQuery({ ...homeHeroQuery, enabled: isHero })
  const date = state === 'scheduled' ? row.published_at : null
  const where = isHero && home !== null ? heroPlace(row.id, date, home, formatDateTime) : null
  const title = where === null ? label : `${label}. ${where}`
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

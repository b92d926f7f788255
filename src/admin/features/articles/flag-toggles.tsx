import { Crown, Star } from 'lucide-react'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-auth.tsx'
import type { ArticleRow } from './data/article-list.ts'
import { FlagButton } from './flag-button.tsx'
import { heroHindrance, useFlags } from './use-flags.ts'

export function FeaturedToggle({ row }: { row: ArticleRow }) {
  const { role } = useProfile()
  const { toggleFeatured } = useFlags(row)
  return (
    <FlagButton
      icon={Star}
      label={`Featured: ${row.title}`}
      isOn={row.featured}
      isReadOnly={!can(role, 'articles.feature') || row.deleted_at !== null}
      onToggle={toggleFeatured}
    />
  )
}

export function HeroToggle({ row }: { row: ArticleRow }) {
  const { role } = useProfile()
  const { toggleHero } = useFlags(row)
  return (
    <FlagButton
      icon={Crown}
      label={`Hero: ${row.title}`}
      isOn={row.hero}
      isReadOnly={!can(role, 'articles.feature') || row.deleted_at !== null}
      unavailable={heroHindrance(row)}
      onToggle={toggleHero}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { Portrait } from '../../components/portrait.tsx'
import { OrderCard } from '../../resources/order-card.tsx'
import { type AuthorRow, orderArgs, orderTeam, teamQuery } from './data/authors.ts'

/** The editorial team in its order, above the list of authors; nothing while nobody is in it. */
export function TeamCard({ onOpen }: { onOpen: (author: AuthorRow) => void }) {
  const { data: team = [] } = useQuery(teamQuery)
  if (team.length === 0) return null
  return (
    <OrderCard
      title="Editorial team"
      note="They come first among the authors, and stand on the About page. Who is in the team is chosen in each author’s dialog."
      rows={team}
      stored={team}
      nameOf={({ name }) => name}
      changes={['authors']}
      plan={(ids) => ({ call: 'order_team', args: orderArgs(ids) })}
      save={orderTeam}
    >
      {(author) => (
        <>
          <Portrait name={author.name} imageUrl={author.image_url} />
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
            <button
              type="button"
              onClick={() => onOpen(author)}
              className="cursor-pointer rounded-sm text-left font-semibold [overflow-wrap:anywhere] hover:underline"
            >
              {author.name}
            </button>
            <span className="text-sm [overflow-wrap:anywhere] text-soft">{author.role}</span>
          </p>
        </>
      )}
    </OrderCard>
  )
}

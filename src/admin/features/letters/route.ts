import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { pagedSearchSchema, toFilteredQuery, toPagedQuery } from '../../data/requests/list-search.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch, startQueries } from '../../routing/load-queries.ts'
import { type LettersSearch, letterSearchSchema, lettersSearchSchema } from './letters-search.ts'

export const lettersRoute = createRoute({
  ...inAdmin('letters', 'Letters', {
    words: 'newsletter mail send issue sender',
    needs: 'letters.read',
    sidebar: { icon: Send, content: EDITORS, management: ['contributor', 'viewer'] },
  }),
  validateSearch: lettersSearchSchema,
  ...loadsBySearch(toFilteredQuery<LettersSearch>, async (query) => [
    (await import('./data/letters.ts')).letterListQuery(query),
    (await import('./data/topics.ts')).topicNamesQuery,
  ]),
  component: lazy(() => import('./letters-screen.tsx'), 'LettersScreen'),
})

export const stoppedRoute = createRoute({
  ...inAdmin('letters/stopped', 'Stopped Addresses', { needs: 'letters.send', parent: '/admin/letters' }),
  validateSearch: pagedSearchSchema,
  ...loadsBySearch(toPagedQuery, async (query) => [
    (await import('./data/stopped.ts')).stoppedQuery(query),
    (await import('./data/topics.ts')).topicNamesQuery,
  ]),
  component: lazy(() => import('./stopped-screen.tsx'), 'StoppedScreen'),
})

export const letterRoute = createRoute({
  ...inAdmin('letters/$letterId', 'Letter', { needs: 'letters.read', parent: '/admin/letters' }),
  validateSearch: letterSearchSchema,
  remountDeps: ({ params }) => params.letterId,
  loader: (loading) =>
    startQueries(loading, async () => [
      (await import('./data/letters.ts')).letterQuery(loading.params.letterId),
      (await import('./data/topics.ts')).topicNamesQuery,
    ]),
  component: lazy(() => import('./letter-screen.tsx'), 'LetterScreen'),
})

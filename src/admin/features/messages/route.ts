import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'
import { messagesSearchSchema, toMessagesQuery } from './messages-search.ts'

export const messagesRoute = createRoute({
  ...inAdmin('messages', 'Messages', {
    words: 'contact inbox letters',
    needs: 'messages.read',
    sidebar: { icon: MessageSquare, content: EDITORS },
  }),
  validateSearch: messagesSearchSchema,
  ...loadsBySearch(toMessagesQuery, async (query) => [
    (await import('./data/messages.ts')).messageListQuery(query),
  ]),
  component: lazy(() => import('./messages-screen.tsx'), 'MessagesScreen'),
})

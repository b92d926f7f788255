import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { LayoutTemplate } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { pagedSearchSchema } from '../../data/requests/list-search.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads, startQueries } from '../../routing/load-queries.ts'

export const templatesRoute = createRoute({
  ...inAdmin('templates', 'Templates', {
    needs: 'templates.use',
    sidebar: { icon: LayoutTemplate, content: EDITORS },
  }),
  validateSearch: pagedSearchSchema,
  loader: loads(async () => {
    const [{ templatesQuery }, { categoriesQuery }] = await Promise.all([
      import('../../story/templates.ts'),
      import('../../story/categories.ts'),
    ])
    return [templatesQuery, categoriesQuery]
  }),
  component: lazy(() => import('./templates-screen.tsx'), 'TemplatesScreen'),
})

const TemplateEditorScreen = lazy(() => import('./template-editor.tsx'), 'TemplateEditorScreen')

export const newTemplateRoute = createRoute({
  ...inAdmin('templates/new', 'New Template', { needs: 'templates.write', parent: '/admin/templates' }),
  component: TemplateEditorScreen,
})

export const editTemplateRoute = createRoute({
  ...inAdmin('templates/$id', 'Edit Template', { needs: 'templates.write', parent: '/admin/templates' }),
  remountDeps: ({ params }) => params.id,
  loader: (loading) =>
    startQueries(loading, async () => [
      (await import('../../story/templates.ts')).templateQuery(loading.params.id),
    ]),
  component: TemplateEditorScreen,
})

import { createRoute, redirect, useParams, useSearch } from '@tanstack/react-router'
import { can } from '../../../domain/people/role.ts'
import { newArticleSearchSchema } from '../../story/templates.ts'
import { editorSearchSchema } from '../../story/comments/thread-search.ts'
import { adminRoute } from '../../routing/admin-route.ts'
import { $session } from '../../session/session.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { LoadingScreen } from '../../ui/layout/loading-screen.tsx'
import { showToast } from '../../ui/overlays/toast.ts'

const ArticleEditorScreen = lazyPart(
  async () => (await import('./article-editor-screen.tsx')).ArticleEditorScreen,
  LoadingScreen,
)

/** One component for a new and a stored article: the editor stays open when the first save changes the address. */
const articleEditor = createRoute({
  getParentRoute: () => adminRoute,
  id: 'editor',
  loader: ArticleEditorScreen.preload,
  component: function ArticleEditor() {
    const { id } = useParams({ strict: false })
    const { template } = useSearch({ strict: false })
    return <ArticleEditorScreen articleId={id ?? null} templateId={template ?? null} />
  },
})

/** What the editor opens is loaded at each visit and at no other time: the editor keeps a state of its own. */
const loadedOnce = { preload: false, gcTime: 0, staleTime: Infinity, pendingMs: 0 }

const newArticle = createRoute({
  getParentRoute: () => articleEditor,
  path: 'articles/new',
  validateSearch: newArticleSearchSchema,
  staticData: { screen: { title: 'New Article', parent: '/admin/articles', hasTopBar: true } },
  ...loadedOnce,
  loaderDeps: ({ search: { template } }) => ({ template }),
  /** The template to begin with; null without one. */
  loader: async ({ deps: { template }, context: { queryClient } }) => {
    const session = $session.get()
    if (template === undefined || session.status !== 'signed-in') return null
    if (!can(session.profile.role, 'articles.create')) return null
    try {
      const { templateQuery } = await import('../../story/templates.ts')
      return await queryClient.fetchQuery({ ...templateQuery(template), staleTime: 0 })
    } catch {
      showToast({ title: 'The template could not be loaded', tone: 'destructive' })
      return null
    }
  },
})

const editArticle = createRoute({
  getParentRoute: () => articleEditor,
  path: 'articles/$id/edit',
  validateSearch: editorSearchSchema,
  staticData: { screen: { title: 'Edit Article', parent: '/admin/articles', hasTopBar: true } },
  ...loadedOnce,
  /** The article to edit; leads to the list when there is none. */
  loader: async ({ params: { id }, context: { queryClient } }) => {
    const { loadOpenedText } = await import('./data/article-text.ts')
    const opened = await loadOpenedText(queryClient, id)
    if (opened !== null) return opened
    showToast({ title: 'Article not found', tone: 'destructive' })
    throw redirect({ to: '/admin/articles', replace: true })
  },
})

export const articleEditorRoute = articleEditor.addChildren([newArticle, editArticle])

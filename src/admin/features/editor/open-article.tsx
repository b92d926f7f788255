import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { can, canEditArticle } from '../../../domain/role.ts'
import { templateQuery } from '../../data/templates.ts'
import { useProfile } from '../../session/use-profile.ts'
import { ErrorState, Spinner } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { editedHtml } from './data/article-text.ts'
import { openedTextQuery } from './data/opened-text.ts'
import { Editor } from './editor.tsx'
import { ReadOnlyArticle, ReadOnlyPage } from './read-only-article.tsx'
import { SaveFailure } from './saving/state.ts'
import { templateForm } from './saving/form.ts'

interface OpenArticleProps {
  articleId: string | null
  templateId: string | null
  onCreated: (id: string) => void
}

/** Loads the article and opens the editor, or a read-only view for those who may not edit. */
export function OpenArticle({ articleId, templateId, onCreated }: OpenArticleProps) {
  const profile = useProfile()
  if (articleId !== null) return <SavedArticle articleId={articleId} onCreated={onCreated} />
  if (!can(profile.role, 'articles.create')) {
    return <ReadOnlyPage title="New Article" why="Viewers read articles; they cannot write them." />
  }
  if (templateId !== null) return <ArticleFromTemplate templateId={templateId} onCreated={onCreated} />
  return <Editor opened={null} onCreated={onCreated} />
}

function ArticleFromTemplate({
  templateId,
  onCreated,
}: { templateId: string } & Pick<OpenArticleProps, 'onCreated'>) {
  const { id } = useProfile()
  // Read once: the editor keeps its own state afterwards.
  const { data, isError, isFetchedAfterMount } = useQuery({
    ...templateQuery(templateId),
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    if (isError) showToast({ title: 'The template could not be loaded', tone: 'destructive' })
  }, [isError])
  if (!isFetchedAfterMount) return <Opening />
  const initialForm =
    isError || !data ? undefined : templateForm(data, editedHtml(data.content), id, new Date())
  return <Editor opened={null} initialForm={initialForm} onCreated={onCreated} />
}

function SavedArticle({ articleId, onCreated }: { articleId: string } & Pick<OpenArticleProps, 'onCreated'>) {
  const profile = useProfile()
  const navigate = useNavigate()
  const { data, error, isPending, refetch } = useQuery(openedTextQuery(articleId))
  const isMissing = error instanceof SaveFailure && error.kind === 'not-found'

  useEffect(() => {
    if (!isMissing) return
    showToast({ title: 'Article not found', tone: 'destructive' })
    void navigate({ to: '/admin/articles', replace: true })
  }, [isMissing, navigate])

  if (isPending || isMissing) return <Opening />
  if (error) {
    return <ErrorState title="Failed to load article" detail={error.message} onRetry={() => void refetch()} />
  }
  const { article } = data
  const { author_id, featured } = article.form
  // A contributor cannot save a featured article: the database refuses to unfeature it.
  const mayEdit =
    canEditArticle(profile, { author_id, status: article.status }) &&
    (!featured || can(profile.role, 'articles.feature'))
  if (!mayEdit) return <ReadOnlyArticle article={article} profile={profile} />
  return <Editor opened={data} onCreated={onCreated} />
}

function Opening() {
  return (
    <div className="flex justify-center p-16">
      <Spinner />
    </div>
  )
}

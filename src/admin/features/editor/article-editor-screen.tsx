import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import type { ArticleState } from '../../../domain/story/article-state.ts'
import type { Profile } from '../../../domain/people/profile.ts'
import { can, canEditArticle } from '../../../domain/people/role.ts'
import { useArticleState } from '../../components/use-article-state.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Spinner } from '../../ui/layout/spinner.tsx'
import { ErrorState } from '../../ui/layout/states.tsx'
import { editedBody } from './data/article-text.ts'
import { describeFailure } from './describe-failure.ts'
import { BackToArticles } from './top-bar/top-bar.tsx'
import { Editor } from './editor.tsx'
import { Notice } from './notices/notice.tsx'
import { ArticlePreview, PreviewFacts } from './preview/article-preview.tsx'
import type { SavedArticle } from './saving/article-record.ts'
import { templateForm } from './saving/form.ts'

interface Address {
  /** Null for a new article. */
  articleId: string | null
  /** The template of a new article. */
  templateId: string | null
}

interface Place {
  address: Address
  /** The address that the editor was opened with; creating the article changes the address but not the editor. */
  openedWith: Address
  created: string | null
  session: number
}

/**
 * The screen of /admin/articles/new and /admin/articles/{id}/edit. Saving a new article replaces the address by the
 * article's; the text, the cursor and the history of the open editor stay as they are.
 */
export function ArticleEditorScreen(address: Address) {
  const navigate = useNavigate()
  const [place, setPlace] = useState<Place>({ address, openedWith: address, created: null, session: 0 })
  const { articleId, templateId } = address

  if (articleId !== place.address.articleId || templateId !== place.address.templateId) {
    setPlace(
      articleId !== null && articleId === place.created
        ? { ...place, address, created: null }
        : { address, openedWith: address, created: null, session: place.session + 1 },
    )
  }

  return (
    <OpenArticle
      key={place.session}
      {...place.openedWith}
      onCreated={(id) => {
        setPlace((current) => ({ ...current, created: id }))
        void navigate({
          to: '/admin/articles/$id/edit',
          params: { id },
          replace: true,
          resetScroll: false,
          // Nothing is lost: an open dialog with typed text, such as a picture's, stays open.
          ignoreBlocker: true,
        })
      }}
    />
  )
}

interface Opening {
  onCreated: (id: string) => void
}

/** Opens the editor with what the route has loaded, or a read-only view for those who may not edit. */
function OpenArticle({ articleId, templateId, onCreated }: Address & Opening) {
  const profile = useProfile()
  if (articleId !== null) return <ExistingArticle onCreated={onCreated} />
  if (!can(profile.role, 'articles.create')) {
    return <ReadOnlyPage title="New Article" reason="Viewers read articles; they cannot write them." />
  }
  if (templateId !== null) return <ArticleFromTemplate onCreated={onCreated} />
  return <Editor opened={null} onCreated={onCreated} />
}

/** The first value that is not undefined. A route's data is gone when the address changes, while the editor stays. */
function useFirst<Value>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first
}

function ArticleFromTemplate({ onCreated }: Opening) {
  const { id } = useProfile()
  const match = useMatch({ from: '/admin/editor/articles/new', shouldThrow: false })
  const template = useFirst(match?.loaderData)
  if (template === undefined) return <Loading />
  const initialForm =
    template === null ? undefined : templateForm(template, editedBody(template.content), id, serverClock)
  return <Editor opened={null} initialForm={initialForm} onCreated={onCreated} />
}

function ExistingArticle({ onCreated }: Opening) {
  const profile = useProfile()
  const router = useRouter()
  const match = useMatch({ from: '/admin/editor/articles/$id/edit', shouldThrow: false })
  const opened = useFirst(match?.loaderData)

  if (opened === undefined) {
    if (match?.status !== 'error') return <Loading />
    const detail = describeFailure(match.error)
    const retry = () => void router.invalidate({ filter: ({ id }) => id === match.id })
    return <ErrorState title="Failed to load article" detail={detail} onRetry={retry} />
  }
  const { article } = opened
  if (!canEditArticle(profile, { ...article.form, status: article.status }))
    return <ReadOnlyArticle article={article} profile={profile} />
  return <Editor opened={opened} onCreated={onCreated} />
}

function Loading() {
  return (
    <div className="flex justify-center p-16">
      <Spinner />
    </div>
  )
}

/** Replaces the editor for those who may not edit, with the reason. */
function ReadOnlyPage({ title, reason, children }: { title: string; reason: string; children?: ReactNode }) {
  return (
    <>
      <header className="z-15 flex items-center gap-4 border-b border-rule bg-paper px-4 py-2.5 md:sticky md:top-0 md:min-h-15 md:px-7">
        <BackToArticles />
        <h1 className="font-semibold max-md:sr-only">{title}</h1>
      </header>
      <div className="mx-auto flex max-w-5xl flex-col gap-4 p-4 md:p-7">
        <Notice tone="quiet">{reason}</Notice>
        {children}
      </div>
    </>
  )
}

/** An article that may be read but not edited. */
function ReadOnlyArticle({ article, profile }: { article: SavedArticle; profile: Profile }) {
  const state = useArticleState(article)
  return (
    <ReadOnlyPage title="Edit Article" reason={readOnlyReason(article, state, profile)}>
      <div className="rounded-lg border border-rule bg-card px-5 py-10 md:px-14">
        <div className="mx-auto max-w-170">
          <PreviewFacts form={article.form} state={state} createdAt={article.created_at} />
        </div>
        <ArticlePreview {...article} />
      </div>
    </ReadOnlyPage>
  )
}

function readOnlyReason({ form }: SavedArticle, state: ArticleState, { id, role }: Profile): string {
  if (role === 'viewer') return 'Viewers read articles; they cannot change them.'
  if (form.author_id !== id)
    return 'This is another author’s article: only they and the editors can change it.'
  if (state === 'published' || state === 'scheduled')
    return `Your article is ${state}: from now on only the editors can change it.`
  if (state === 'archived') return 'Your article is archived: only the editors can change it.'
  return 'The editors have featured your article: from now on only they can change it.'
}

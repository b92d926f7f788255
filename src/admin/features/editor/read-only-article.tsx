import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Profile } from '../../../domain/profile.ts'
import { Notice } from './notices/notice.tsx'
import { ArticlePreview } from './preview/article-preview.tsx'
import type { SavedArticle } from './saving/article-record.ts'

/** Replaces the editor for those who may not edit, with the reason. */
export function ReadOnlyPage({ title, why, children }: { title: string; why: string; children?: ReactNode }) {
  return (
    <>
      <header className="z-15 flex items-center gap-4 border-b border-rule bg-paper px-4 py-2.5 md:sticky md:top-0 md:min-h-15 md:px-7">
        <Link
          to="/admin/articles"
          className="flex items-center gap-1.5 rounded-sm text-sm whitespace-nowrap text-soft hover:text-ink hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to Articles
        </Link>
        <h1 className="font-semibold max-md:sr-only">{title}</h1>
      </header>
      <div className="mx-auto flex max-w-5xl flex-col gap-4 p-4 md:p-7">
        <Notice tone="quiet">{why}</Notice>
        {children}
      </div>
    </>
  )
}

/** An article that may be read but not edited. */
export function ReadOnlyArticle({ article, profile }: { article: SavedArticle; profile: Profile }) {
  const { form, content, status, created_at } = article
  return (
    <ReadOnlyPage title="Edit Article" why={whyNot(article, profile)}>
      <div className="rounded-lg border border-rule bg-card px-5 py-10 md:px-14">
        <ArticlePreview form={form} content={content} status={status} createdAt={created_at} />
      </div>
    </ReadOnlyPage>
  )
}

function whyNot({ form, status }: SavedArticle, { id, role }: Profile): string {
  if (role === 'viewer') return 'Viewers read articles; they cannot change them.'
  if (form.author_id !== id)
    return 'This is another author’s article: only they and the editors can change it.'
  if (status === 'published') return 'Your article is published: from now on only the editors can change it.'
  if (status === 'archived') return 'Your article is archived: only the editors can change it.'
  return 'The editors have featured your article: from now on only they can change it.'
}

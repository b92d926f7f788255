import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { OpenArticle } from './open-article.tsx'

interface Place {
  /** The article of the address, null for a new one. */
  articleId: string | null
  /** What the sitting was opened with; the address moves on when a new article is created, the sitting stays. */
  openedWith: string | null
  created: string | null
  sitting: number
}

/**
 * The screen of /admin/articles/new and /admin/articles/{id}/edit. Saving a new article replaces the address by that
 * of its editor; the text, the cursor and the history of the open editor stay as they are.
 */
export function ArticleEditorScreen({ articleId }: { articleId: string | null }) {
  const navigate = useNavigate()
  const [place, setPlace] = useState<Place>({ articleId, openedWith: articleId, created: null, sitting: 0 })

  if (articleId !== place.articleId) {
    setPlace(
      articleId !== null && articleId === place.created
        ? { ...place, articleId, created: null }
        : { articleId, openedWith: articleId, created: null, sitting: place.sitting + 1 },
    )
  }

  return (
    <OpenArticle
      key={place.sitting}
      articleId={place.openedWith}
      onCreated={(id) => {
        setPlace((current) => ({ ...current, created: id }))
        void navigate({
          to: '/admin/articles/$id/edit',
          params: { id },
          replace: true,
          state: { keepsPlace: true },
        })
      }}
    />
  )
}

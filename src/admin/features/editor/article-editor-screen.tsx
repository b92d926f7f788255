import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { OpenArticle } from './open-article.tsx'

interface Address {
  /** Null for a new article. */
  articleId: string | null
  /** What a new article begins with. */
  templateId: string | null
}

interface Place extends Address {
  /** What the sitting was opened with; the address moves on when a new article is created, the sitting stays. */
  openedWith: Address
  created: string | null
  sitting: number
}

/**
 * The screen of /admin/articles/new and /admin/articles/{id}/edit. Saving a new article replaces the address by that
 * of its editor; the text, the cursor and the history of the open editor stay as they are.
 */
export function ArticleEditorScreen({ articleId, templateId }: Address) {
  const navigate = useNavigate()
  const [place, setPlace] = useState<Place>({
    ...{ articleId, templateId },
    openedWith: { articleId, templateId },
    created: null,
    sitting: 0,
  })

  if (articleId !== place.articleId || templateId !== place.templateId) {
    setPlace(
      articleId !== null && articleId === place.created
        ? { ...place, articleId, templateId, created: null }
        : {
            ...{ articleId, templateId },
            openedWith: { articleId, templateId },
            created: null,
            sitting: place.sitting + 1,
          },
    )
  }

  return (
    <OpenArticle
      key={place.sitting}
      {...place.openedWith}
      onCreated={(id) => {
        setPlace((current) => ({ ...current, created: id }))
        void navigate({
          to: '/admin/articles/$id/edit',
          params: { id },
          replace: true,
          resetScroll: false,
        })
      }}
    />
  )
}

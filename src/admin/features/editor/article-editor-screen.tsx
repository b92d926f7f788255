import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { OpenArticle } from './open-article.tsx'

interface Address {
  /** Null for a new article. */
  articleId: string | null
  /** The template of a new article. */
  templateId: string | null
}

interface Place extends Address {
  /** The route that the editor was opened with; creating the article changes the address but not the editor. */
  openedWith: Address
  created: string | null
  session: number
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
    session: 0,
  })

  if (articleId !== place.articleId || templateId !== place.templateId) {
    setPlace(
      articleId !== null && articleId === place.created
        ? { ...place, articleId, templateId, created: null }
        : {
            ...{ articleId, templateId },
            openedWith: { articleId, templateId },
            created: null,
            session: place.session + 1,
          },
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
        })
      }}
    />
  )
}

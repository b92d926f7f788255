import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { RenderedArticleBody } from '../../components/rendered-article-body.tsx'
import { showToast } from '../../ui/toast.ts'
import { useKeyDown } from '../../ui/use-key-down.ts'
import { editorServer } from './data/editor-server.ts'
import { editorKeys } from './data/keys.ts'
import { EditorTopBar } from './editor-top-bar.tsx'
import { ConflictDialog } from './notices/conflict-dialog.tsx'
import { Notice } from './notices/notice.tsx'
import { Notices } from './notices/notices.tsx'
import { AuthorCard } from './rail/author-card.tsx'
import { CategoryCard } from './rail/category-card.tsx'
import { FeaturedImageCard } from './rail/featured-image-card.tsx'
import { GalleryCard } from './rail/gallery-card.tsx'
import { PublishCard } from './rail/publish-card.tsx'
import { TagsCard } from './rail/tags-card.tsx'
import type { EditorForm } from './saving/editor-form.ts'
import { EditorSession } from './saving/editor-session.ts'
import { openingState } from './saving/editor-state.ts'
import { browserCopies } from './saving/safety-copy.ts'
import type { ScreenEffect } from './saving/session-options.ts'
import { openSittings, randomId } from './saving/sittings.ts'
import type { ServerText } from './saving/texts.ts'
import {
  fieldId,
  SittingProvider,
  useEditorState,
  useSitting,
  useSittingLife,
  type Sitting,
} from './use-sitting.tsx'
import { BodyField } from './writing/body-field.tsx'
import { ExcerptCard } from './writing/excerpt-card.tsx'
import { SeoCard } from './writing/seo-card.tsx'
import { SlugField } from './writing/slug-field.tsx'
import { TitleField } from './writing/title-field.tsx'

interface EditorProps {
  /** Null for a new article. */
  opened: ServerText | null
  /** What a new article begins with. */
  blank?: EditorForm | undefined
  onCreated: (id: string) => void
}

/** The open editor: one sitting at one article, from mount to unmount. */
export function Editor({ opened, blank, onCreated }: EditorProps) {
  const profile = useProfile()
  const queryClient = useQueryClient()
  const [sitting] = useState((): Sitting => {
    const sittingId = randomId()
    const onScreen = (effect: ScreenEffect) => {
      if (effect.type === 'notify') showToast(effect)
      else if (effect.type === 'focus') document.getElementById(fieldId(effect.field))?.focus()
      else if (effect.type === 'created') onCreated(effect.id)
      else {
        void queryClient.invalidateQueries({ queryKey: ['articles'] })
        void queryClient.invalidateQueries({ queryKey: editorKeys.revisions })
      }
    }
    const session = new EditorSession({
      opening: openingState(opened, profile.id, blank),
      userId: profile.id,
      server: editorServer,
      copies: browserCopies(),
      sittingId,
      newId: randomId,
      openSittings,
      onScreen,
    })
    return { session, sittingId, isEditor: can(profile.role, 'articles.publish') }
  })
  useSittingLife(sitting)

  return (
    <SittingProvider sitting={sitting}>
      <SaveKey />
      <EditorTopBar />
      <div className="@container mx-auto max-w-340 p-4 [--toolbar-top:3.5rem] max-md:pb-20 md:p-7 md:[--toolbar-top:var(--editor-bar)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 @4xl:grid-cols-[minmax(0,1fr)_20rem] @4xl:gap-7">
          <div className="flex min-w-0 flex-col gap-4">
            <Notices />
            <WritingSurface />
            <ExcerptCard />
            <SeoCard />
          </div>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 @md:grid-cols-2 @4xl:grid-cols-1">
            <PublishCard />
            <AuthorCard />
            <CategoryCard />
            <TagsCard />
            <FeaturedImageCard />
            <GalleryCard />
          </div>
        </div>
      </div>
      <ConflictDialog />
    </SittingProvider>
  )
}

/** ⌘S saves without changing the status: what is published goes on waiting for Update. */
function SaveKey() {
  const { session } = useSitting()
  useKeyDown((event) => {
    if (!(event.metaKey || event.ctrlKey) || event.altKey || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    session.dispatch({ type: 'save-as-is' })
  })
  return null
}

/** Title, address and text on one white page. A body that is no text is shown as it is. */
function WritingSurface() {
  const isText = useEditorState((state) => state.form.html !== null)
  const content = useEditorState((state) => (isText ? null : (state.stored ?? null)))?.content
  return (
    <section aria-label="Article" className="@container rounded-lg border border-rule bg-card">
      {isText ? (
        <BodyField>
          {(focusBody) => (
            <>
              <TitleField onLeave={focusBody} />
              <SlugField />
            </>
          )}
        </BodyField>
      ) : (
        <div className="px-5 py-8 @2xl:px-14 @2xl:py-10">
          <div className="mx-auto flex max-w-170 flex-col gap-8">
            <div>
              <TitleField onLeave={() => document.getElementById(fieldId('slug'))?.focus()} />
              <SlugField />
            </div>
            <Notice tone="quiet">
              This story has a body of choices or films that cannot be edited as text. It stays as it is;
              everything else can be changed.
            </Notice>
            <RenderedArticleBody content={content} />
          </div>
        </div>
      )}
    </section>
  )
}

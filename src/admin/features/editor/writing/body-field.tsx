import type { ReactNode } from 'react'
import { Body } from '../../../writing/body.ts'
import { BodyEditor } from '../../../writing/body-editor.tsx'
import { fieldId, useEditingSession, useSaveState } from '../use-editing-session.tsx'

/** Body of the article, below title and slug (`children`). */
export function BodyField({ children }: { children: (focusBody: () => void) => ReactNode }) {
  const { session } = useEditingSession()
  const revision = useSaveState((state) => state.formRevision)
  // Read when mounted and after a replacement, not at each key.
  const body = session.state.form.body ?? new Body('')
  return (
    <BodyEditor
      id={fieldId('html')}
      body={body}
      revision={revision}
      placeholder="Tell the story…"
      onChange={(next) => session.dispatch({ type: 'edit', patch: { body: next } })}
    >
      {children}
    </BodyEditor>
  )
}

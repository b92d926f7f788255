import type { ReactNode } from 'react'
import { BodyEditor } from '../../../writing/body-editor.tsx'
import { fieldId, useEditorState, useSitting } from '../use-sitting.tsx'

/** The article's text, below its title and address (`children`). */
export function BodyField({ children }: { children: (focusBody: () => void) => ReactNode }) {
  const { session } = useSitting()
  const epoch = useEditorState((state) => state.epoch)
  return (
    <BodyEditor
      id={fieldId('html')}
      html={session.state.form.html ?? ''}
      epoch={epoch}
      placeholder="Tell the story…"
      onChange={(html) => session.dispatch({ type: 'edit', patch: { html } })}
    >
      {children}
    </BodyEditor>
  )
}

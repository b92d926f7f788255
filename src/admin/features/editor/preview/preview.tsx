import { type ReactNode, createContext, useContext, useMemo, useState } from 'react'
import { lazyPart } from '../../../ui/layout/lazy-part.tsx'
import { useMediaQuery } from '../../../ui/layout/use-media-query.ts'

/** The preview as a dialog, and beside the text. */
export const PreviewDialog = lazyPart(async () => (await import('./story-preview.tsx')).PreviewDialog)
export const PreviewPanel = lazyPart(async () => (await import('./story-preview.tsx')).PreviewPanel)

/** Windows in which the preview is beside the text, in place of the sidebar. */
const BESIDE_QUERY = '(width >= 90rem)'

/** The id of the button that opens the preview. */
export const PREVIEW_BUTTON = 'preview-button'

interface Preview {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

const PreviewContext = createContext<Preview>({ isOpen: false, setOpen: () => undefined })

export function PreviewProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const value = useMemo(() => ({ isOpen, setOpen }), [isOpen])
  return <PreviewContext value={value}>{children}</PreviewContext>
}

/** The state of the preview. `isBeside`: it is beside the text, else in a dialog. */
export function usePreview(): Preview & { isBeside: boolean } {
  return { ...useContext(PreviewContext), isBeside: useMediaQuery(BESIDE_QUERY) }
}

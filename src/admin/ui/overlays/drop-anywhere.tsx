import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

/** A drop target as large as the screen, visible while files are dragged over it. */
export function DropAnywhere({
  text = 'Drop to upload',
  onFiles,
}: {
  text?: string
  onFiles: (files: readonly File[]) => void
}) {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent(onFiles)
  useEffect(() => {
    // The pointer enters an inner element before it leaves the outer one.
    let depth = 0
    const enter = (by: number) => {
      depth = Math.max(0, depth + by)
      setOver(depth > 0)
    }
    const controller = new AbortController()
    const listen = (
      name: 'dragenter' | 'dragleave' | 'dragover' | 'drop',
      act: (files: DataTransfer) => void,
    ) =>
      addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return
          if (name === 'dragover' || name === 'drop') event.preventDefault()
          act(event.dataTransfer)
        },
        { signal: controller.signal },
      )
    listen('dragenter', () => enter(1))
    listen('dragleave', () => enter(-1))
    listen('dragover', (dragged) => {
      dragged.dropEffect = 'copy'
    })
    listen('drop', ({ files }) => {
      enter(-depth)
      if (files.length > 0) drop([...files])
    })
    return () => controller.abort()
  }, [])
  if (!isOver) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-[rgb(15_18_16/0.45)] p-6">
      <p className="flex items-center gap-3 rounded-lg border-2 border-dashed border-prussian bg-card px-8 py-6 text-lg font-semibold shadow-raised">
        <Upload aria-hidden className="size-5 text-prussian" />
        {text}
      </p>
    </div>
  )
}

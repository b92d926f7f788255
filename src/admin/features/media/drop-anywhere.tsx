import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

/** A drop target as large as the screen, visible while files are dragged over it. */
export function DropAnywhere({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent(onFiles)
  useEffect(() => {
    // The pointer enters an inner element before it leaves the outer one.
    let depth = 0
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const over = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    const dropped = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) drop(files)
    }
    const listeners = [
      ['dragenter', enter],
      ['dragleave', leave],
      ['dragover', over],
      ['drop', dropped],
    ] as const
    for (const [name, listener] of listeners) addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) removeEventListener(name, listener)
    }
  }, [])
  if (!isOver) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-[rgb(15_18_16/0.45)] p-6">
      <p className="flex items-center gap-3 rounded-lg border-2 border-dashed border-viridian bg-card px-8 py-6 text-lg font-semibold shadow-raised">
        <Upload aria-hidden className="size-5 text-viridian" />
        Drop to upload
      </p>
    </div>
  )
}

import { type ReactNode, useEffect, useState } from 'react'
import type { Font } from '../../domain/media/font.ts'
import { Badge } from '../ui/layout/badge.tsx'

type Loading = 'loading' | 'ready' | 'failed'

const loads = new Map<string, Promise<unknown>>()

/** Loads a font file as a family with a unique name, so that no installed font of the same name is shown instead. */
async function load(family: string, url: string): Promise<void> {
  const known = loads.get(family)
  const face = new FontFace(family, `url(${JSON.stringify(url)})`)
  const loading = known ?? face.load().then((loaded) => document.fonts.add(loaded))
  loads.set(family, loading)
  try {
    await loading
  } catch (error) {
    loads.delete(family)
    throw error
  }
}

/** Text in an uploaded font, invisible until that is loaded. */
export function FontSample({
  font: { id, font_file_path },
  className = '',
  children,
}: {
  font: Pick<Font, 'id' | 'font_file_path'>
  className?: string
  children: ReactNode
}) {
  const [state, setState] = useState<Loading>('loading')
  const family = `sample-${id}`
  useEffect(() => {
    let isShown = true
    load(family, font_file_path).then(
      () => isShown && setState('ready'),
      () => isShown && setState('failed'),
    )
    return () => {
      isShown = false
    }
  }, [family, font_file_path])
  if (state === 'failed') return <p className="text-sm text-madder">The font file could not be loaded.</p>
  return (
    <div
      data-font={state}
      style={{ fontFamily: `"${family}"` }}
      className={`transition-opacity duration-200 ${state === 'loading' ? 'opacity-0' : ''} ${className}`}
    >
      {children}
    </div>
  )
}

export function FontTags({ font }: { font: Pick<Font, 'font_weight' | 'font_style' | 'font_usage'> }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {[font.font_weight, font.font_style].map((word) => (
        <li key={word}>
          <Badge variant="outline">{word}</Badge>
        </li>
      ))}
      {font.font_usage.map((usage) => (
        <li key={usage}>
          <Badge>{usage}</Badge>
        </li>
      ))}
    </ul>
  )
}

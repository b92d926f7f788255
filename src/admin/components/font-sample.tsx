import { type ReactNode, useEffect, useState } from 'react'
import type { Font } from '../../domain/media/font.ts'
import { Badge } from '../ui/layout/badge.tsx'

type Loading = 'loading' | 'ready' | 'failed'

const loads = new Map<string, Promise<unknown>>()

/**
 * Loads a font file as a family with a unique name, so that no installed font of the same name is shown instead. `source`: its
 * address, or the file itself, since the policy of pages lets no font come from an address that is made of a file.
 */
async function load(family: string, source: string | File): Promise<void> {
  const known = loads.get(family)
  const loading = known ?? loadFace(family, source).then((face) => document.fonts.add(face))
  loads.set(family, loading)
  try {
    await loading
  } catch (error) {
    loads.delete(family)
    throw error
  }
}

async function loadFace(family: string, source: string | File): Promise<FontFace> {
  const content = typeof source === 'string' ? `url(${JSON.stringify(source)})` : await source.arrayBuffer()
  return new FontFace(family, content).load()
}

/** Text in a font, invisible until that is loaded: an uploaded one, or a file with a name of its own. */
export function FontSample({
  font: { id, font_file_path },
  className = '',
  children,
}: {
  font: Pick<Font, 'id'> & { font_file_path: string | File }
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

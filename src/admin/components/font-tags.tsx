import type { Font } from '../../domain/font.ts'
import { Badge } from '../ui/badge.tsx'

/** Weight, style and usages of a font. */
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

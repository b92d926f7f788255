import { type TypographyStyles, typographyCss } from '../../../domain/font.ts'
import { Card } from '../../ui/card.tsx'

/** The site's typography CSS, scoped to the preview. */
export function TypographyPreview({ styles }: { styles: TypographyStyles }) {
  return (
    <>
      <style id="global-styles-preview">{typographyCss(styles, '.typography-preview')}</style>
      <Card title="Live Preview">
        <div className="typography-preview max-w-2xl font-serif text-lg leading-relaxed">
          <p className="accent mb-2 font-sans text-xs font-semibold tracking-[0.09em] text-viridian uppercase">
            Living spaces
          </p>
          <h3 className="text-[2.25rem] leading-[1.1] tracking-[-0.02em] md:text-[2.75rem]">
            A room that waits for you
          </h3>
          <p className="mt-4">
            There is a chair by the window that nobody was meant to keep. It came with the flat, it faces
            west, and at a quarter to five on a day in November it is the best seat in the house.
          </p>
          <h4 className="mt-6 text-2xl leading-tight tracking-[-0.01em]">What the light does</h4>
          <p className="mt-2">
            It crosses the floor in an hour, and for ten minutes of it the wall is the colour of a ripe pear.
          </p>
          <div className="mt-6 flex flex-wrap gap-3 font-sans">
            <button
              type="button"
              tabIndex={-1}
              className="min-h-9 rounded-md bg-fill px-4 text-sm font-semibold text-on-fill"
            >
              Subscribe
            </button>
            <button
              type="button"
              tabIndex={-1}
              className="min-h-9 rounded-md border border-rule px-4 text-sm font-semibold"
            >
              Read more
            </button>
          </div>
        </div>
      </Card>
    </>
  )
}

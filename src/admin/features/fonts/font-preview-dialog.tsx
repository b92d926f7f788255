import type { Font } from '../../../domain/media/font.ts'
import { formatBytes } from '../../../domain/media/media.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FontSample, FontTags } from '../../components/font-sample.tsx'

const SIZES = [60, 44, 34, 25, 20, 17, 14, 12]
const PANGRAMS = [
  'Sphinx of black quartz, judge my vow.',
  'Portez ce vieux whisky au juge blond qui fume.',
  'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.',
  'Añade jalapeños: 1,234.50 € · 7 × 8 = 56 · “quoted”, ‘so’ – and (more) & more!',
]
const GLYPHS = [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  ...'ÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÛÜßàáâäåæçèéêëíîïñóôöøúûüœ',
  ...'.,:;…!?¡¿·•*#/\\-–—_(){}[]‘’“”«»"\'@&§©®™°|¢$£¥€+−×÷=<>~^%½¼¾',
]

/** A font in its sizes, in sentences with every letter, and glyph by glyph. */
export function FontPreviewDialog({ font, onClose }: { font: Font; onClose: () => void }) {
  return (
    <Dialog isOpen title={font.font_name} size="lg" onClose={onClose}>
      {/* Nothing in it can be pressed: it takes the focus itself, so that the keyboard can scroll it. */}
      <div
        role="group"
        aria-label={`Preview of ${font.font_name}`}
        tabIndex={0}
        className="flex flex-col gap-8 rounded-sm outline-offset-4"
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FontTags font={font} />
          {font.file_size !== null && (
            <span className="text-sm text-soft">{formatBytes(font.file_size)}</span>
          )}
        </div>
        <section aria-label="Sizes">
          <FontSample font={font} className="flex flex-col gap-3">
            {SIZES.map((size) => (
              <p key={size} className="flex items-baseline gap-4">
                <span className="w-8 shrink-0 text-right font-sans text-xs text-soft">{size}</span>
                <span style={{ fontSize: size }} className="truncate leading-tight">
                  Love where you live
                </span>
              </p>
            ))}
          </FontSample>
        </section>
        <section aria-label="Pangrams">
          <FontSample font={font} className="flex flex-col gap-2 text-2xl leading-snug">
            {PANGRAMS.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </FontSample>
        </section>
        <section aria-label="Glyphs">
          <FontSample font={font}>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1 text-xl">
              {GLYPHS.map((glyph) => (
                <li
                  key={glyph}
                  className="flex h-11 items-center justify-center rounded-sm border border-rule"
                >
                  {glyph}
                </li>
              ))}
            </ul>
          </FontSample>
        </section>
      </div>
    </Dialog>
  )
}

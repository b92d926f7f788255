import fc from 'fast-check'
import { fromHtml } from 'hast-util-from-html'
import { describe, expect, test } from 'vitest'
import { type FontUsage, type Font, fontPath, isFontFile, isUsedAs, typographyCss } from './font.ts'

function font(name: string, usage: FontUsage[], changes: Partial<Font> = {}): Font {
  return {
    id: name,
    font_name: name,
    font_file_path: `https://cdn.example/fonts/${encodeURIComponent(name)}.woff2`,
    font_weight: 'Normal',
    font_style: 'Regular',
    font_usage: usage,
    mime_type: 'font/woff2',
    file_size: 1000,
    created_at: '2026-01-01T00:00:00Z',
    ...changes,
  }
}

const none = { primary_font: null, secondary_font: null, accent_font: null }

describe('which text a font shapes', () => {
  test('nothing is chosen: nothing is written', () => {
    expect(typographyCss(null)).toBe('')
    expect(typographyCss(none)).toBe('')
  })

  test('primary for Header shapes headings, for Body the text', () => {
    const css = typographyCss({ ...none, primary_font: font('Hearth', ['Header', 'Body']) })
    expect(css).toContain(':root{--font-header:"Hearth", ui-sans-serif')
    expect(css).toContain('h1,h2,h3,h4,h5,h6{font-family:var(--font-header)}')
    expect(css).toContain(':root{--font-body:"Hearth", ui-sans-serif')
  })

  test('the body takes the secondary font when the primary is not for it', () => {
    const css = typographyCss({
      ...none,
      primary_font: font('Hearth', ['Header']),
      secondary_font: font('Ember', ['Body']),
    })
    expect(css).toContain(':root{--font-body:"Ember", ui-serif')
  })

  test('accent for Buttons and Accent, monospace behind it', () => {
    const css = typographyCss({ ...none, accent_font: font('Spark', ['Buttons', 'Accent']) })
    expect(css).toContain('button,.button{font-family:var(--font-buttons)}')
    expect(css).toContain(':root{--font-accent:"Spark", ui-monospace')
    expect(css).not.toContain('--font-body')
  })

  test('a font chosen twice is declared once, with its weight and style', () => {
    const hearth = font('Hearth', ['Header', 'Buttons'], { font_weight: 'Semi-Bold', font_style: 'Italic' })
    const css = typographyCss({ ...none, primary_font: hearth, accent_font: hearth })
    expect(css.match(/@font-face/g)).toHaveLength(1)
    expect(css).toContain('format("woff2");font-weight:600;font-style:italic')
  })
})

test('a preview shapes only what lies within its scope', () => {
  const hearth = font('Hearth', ['Header', 'Body', 'Buttons'])
  const css = typographyCss({ ...none, primary_font: hearth, accent_font: hearth }, '.preview')
  expect(css).not.toContain(':root')
  expect(css).toContain('.preview{font-family:var(--font-body)}')
  expect(css).toContain('.preview :is(h1,h2,h3,h4,h5,h6){font-family:var(--font-header)}')
  expect(css).toContain('.preview :is(button,.button){font-family:var(--font-buttons)}')
})

test('a role counts only usages of its own', () => {
  expect(isUsedAs('primary', ['Body'])).toBe(true)
  expect(isUsedAs('secondary', ['Header', 'Buttons'])).toBe(false)
  expect(isUsedAs('accent', [])).toBe(false)
})

test('a font is stored under its time and name, with signs a path can have', () => {
  expect(fontPath(' Old Hearth ', 'x.WOFF2', 17)).toBe('17_Old_Hearth.woff2')
  expect(fontPath('Größe/../a', 'x.ttf', 17)).toBe('17_Gr_e_a.ttf')
  expect(fontPath('Hearth', 'download', 17)).toBe('17_Hearth.woff2')
})

describe('what a stored value can do', () => {
  test.each([
    'javascript:alert(1)',
    'data:font/woff2;base64,AA',
    '//evil.example/a.woff2',
    '/\\evil.example/a',
    'x.woff',
  ])('the file %s is left out', (font_file_path) => {
    expect(typographyCss({ ...none, primary_font: font('Hearth', ['Header'], { font_file_path }) })).toBe('')
  })

  test('a path of this site stays', () => {
    const css = typographyCss({
      ...none,
      primary_font: font('H', ['Header'], { font_file_path: '/fonts/h.ttf' }),
    })
    expect(css).toContain('url("/fonts/h.ttf") format("truetype")')
  })

  test('neither name nor address leaves its string, nor the style element', () => {
    const signs = [...'"\'\\\n{};aé🪑\0) ']
    const text = fc.string({ unit: fc.constantFrom('</style>', '<!--', '*/', ...signs) })
    fc.assert(
      fc.property(text, text, (name, path) => {
        const css = typographyCss({
          ...none,
          primary_font: font(name, ['Header'], { font_file_path: `/${path}` }),
          secondary_font: font(name, ['Body'], { id: '2', font_file_path: `https://cdn.example/${path}` }),
        })
        expect(css.replace(/"[^"\\\n<>]*(?:\\[0-9a-f]+ [^"\\\n<>]*)*"/g, 'S')).not.toMatch(/["'\\<>]/)
        const page = fromHtml(`<style>${css}</style>`, { fragment: true })
        expect(page.children).toHaveLength(1)
      }),
    )
  })
})

test('font files are recognised by type or by name', () => {
  expect(isFontFile({ name: 'a.bin', type: 'font/woff2' })).toBe(true)
  expect(isFontFile({ name: 'A.TTF', type: '' })).toBe(true)
  expect(isFontFile({ name: 'a.woff.exe', type: 'application/octet-stream' })).toBe(false)
  expect(isFontFile({ name: 'a.otf', type: 'font/otf' })).toBe(false)
})

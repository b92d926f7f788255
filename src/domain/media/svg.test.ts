import { describe, expect, test } from 'vitest'
import { CLEANED, REFUSED } from '../../../tests/fixtures/svg-files.ts'
import { cleanSvg, inPage, inTextColour } from './svg.ts'

describe('a drawing is refused, in words that name what is wrong', () => {
  test.each(REFUSED)('%s', (_, file, problem) => {
    expect(cleanSvg(file)).toEqual({ problem: expect.stringContaining(problem) })
  })
})

describe('what does no harm is left out', () => {
  test.each(CLEANED)('%s', (_, file, svg) => {
    expect(cleanSvg(file)).toMatchObject({ svg })
    expect(cleanSvg(svg)).toMatchObject({ svg })
  })
})

test('a drawing in one grey alone takes the colour of the text, any other one keeps its colours', () => {
  const inText = (content: string) => inTextColour(`<svg viewBox="0 0 4 4">${content}</svg>`)
  expect(inText('<path d="M0 0"/>')).toBe('<svg viewBox="0 0 4 4" fill="currentColor"><path d="M0 0"/></svg>')
  expect(inText('<g fill="#231f20"><path d="M0 0"/></g>')).toContain('<g fill="currentColor">')
  expect(inText('<g fill="#222"><path d="M0 0" stroke="none"/></g>')).toContain(
    '<g fill="currentColor"><path d="M0 0" stroke="none"/>',
  )
  expect(inText('<path fill="white"/><path fill="#fff"/>')).not.toContain('fff')
  for (const kept of [
    '<path fill="#ff0000"/>',
    '<path fill="#30201f"/>',
    '<path fill="#000"/><path fill="#fff"/>',
    '<path/><path fill="white"/>',
    '<mask id="s0"><path fill="#fff"/></mask><path fill="#fff" mask="url(#s0)"/>',
  ]) {
    expect(inText(kept)).toBe(`<svg viewBox="0 0 4 4">${kept}</svg>`)
  }
})

test('two drawings in one page have different ids', () => {
  const svg =
    '<svg viewBox="0 0 4 4" stroke="#fff"><path id="s0" d="M0 0"/><use href="#s0" fill="url(#s1)"/></svg>'
  const drawn = inPage(svg, 'a-', { class: 'mark', width: 3 })
  expect(drawn).toMatch(/^<svg class="mark" width="3" style="[^"]*" viewBox="0 0 4 4" stroke="#fff">/)
  expect(drawn).toContain('<path id="a-s0" d="M0 0"/><use href="#a-s0" fill="url(#a-s1)"/></svg>')
  // Not as the icons of the page.
  expect(drawn).toContain('fill:#000;stroke:#fff;stroke-width:1')
})

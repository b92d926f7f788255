import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { openTextOutliner } from './text-outlines.ts'

// As in a process that is so busy that the reads of all fonts end in the same turn.
vi.mock('node:fs/promises', () => ({ readFile: (file: URL) => Promise.resolve(readFileSync(file)) }))

test('has every letter of every face when all fonts are read at the same moment', async () => {
  const outline = await openTextOutliner()
  for (const face of ['roman', 'italic', 'label'] as const) {
    const { svg, width } = outline('AroomøŁș', face, 100, 0)
    expect(svg.match(/<path /g), face).toHaveLength(8)
    expect(width, face).toBeGreaterThan(300)
  }
})

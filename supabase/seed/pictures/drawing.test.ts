import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { StoryImage } from '../stories.ts'
import { MEDIA_FOLDER, openDrawings, wholeImage } from './drawing.ts'

const CUT: StoryImage = { file: 'hall-0.webp', flip: true, crop: [0.25, 0.1, 0.75, 0.9] }

async function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'mantel-drawings-'))
}

test('a picture is cropped and flipped, and has the size of the result', async () => {
  const drawings = await openDrawings(await newFolder())
  const made = await drawings.draw(CUT)
  const { format, width, height } = await sharp(made.data).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 900, height: 720 })
  expect(made).toMatchObject({ width: 900, height: 720 })

  const pixels = (data: Buffer) => sharp(data).resize(30, 24, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const straight = await drawings.draw({ ...CUT, flip: false })
  const expected = await pixels(await sharp(straight.data).flop().png().toBuffer())
  for (const data of [made.data, made.thumbnail]) {
    const actual = await pixels(data)
    const difference =
      actual.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0) / actual.length
    expect(difference).toBeLessThan(4)
  }
})

test('a picture without crop or flip is not encoded again', async () => {
  const drawings = await openDrawings(await newFolder())
  const { data, width, height } = await drawings.draw(wholeImage(CUT.file))
  expect(data).toEqual(await readFile(join(MEDIA_FOLDER, CUT.file)))
  expect({ width, height }).toEqual({ width: 1200, height: 800 })
})

/** The cached files below a folder. */
async function cached(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  return entries.filter((file) => file.includes('/')).map((file) => join(folder, file))
}

test('a picture is drawn once, also by two runs at once, and again with another crop', async () => {
  const folder = await newFolder()
  const [first, second] = await Promise.all([openDrawings(folder), openDrawings(folder)])
  const drawn = await Promise.all([first.draw(CUT), second.draw(CUT)])
  expect(drawn[0]).toEqual(drawn[1])
  expect(drawn[0]).toMatchObject({ width: 900, height: 720 })

  const files = await cached(folder)
  expect(files).toHaveLength(2)
  const other = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#333' } })
    .webp()
    .toBuffer()
  for (const file of files) await writeFile(file, other)
  const next = await openDrawings(folder)
  expect(await next.draw(CUT)).toEqual({ data: other, thumbnail: other, width: 30, height: 20 })
  expect(await next.draw({ ...CUT, flip: false })).toMatchObject({ width: 900, height: 720 })
  expect(await cached(folder)).toHaveLength(4)
})

test('pictures that were drawn in another way are deleted', async () => {
  const folder = await newFolder()
  const old = join(folder, 'demo-pictures-0123456789abcdef')
  await writeFile(join(folder, 'kept.tar'), '')
  await writeFile(old, '')
  await openDrawings(folder)
  expect(await readdir(folder)).toEqual(['kept.tar'])
})

test('a cache that is broken or cannot be written costs only the drawing', async () => {
  const folder = await newFolder()
  const drawings = await openDrawings(folder)
  const { data } = await drawings.draw(CUT)
  for (const file of await cached(folder)) await writeFile(file, 'broken')
  expect((await drawings.draw(CUT)).data).toEqual(data)
  for (const file of await cached(folder)) expect(await readFile(file, 'utf8')).not.toBe('broken')

  await writeFile(join(folder, 'file'), '')
  const unwritable = await openDrawings(join(folder, 'file'))
  expect((await unwritable.draw(CUT)).data).toEqual(data)
})

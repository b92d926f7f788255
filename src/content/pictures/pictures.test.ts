import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEARCH_CROPS } from '../../domain/media/focus.ts'
import {
  type Picture,
  OPENING_BOX,
  cropPath,
  parseCopyName,
  pictureFiles,
  pictureSources,
  printCopyPath,
  pictureUrlsIn,
  pictureWidths,
  ratioIn,
  shareCopyPath,
} from './pictures.ts'

describe('the copies of a picture', () => {
  test.each([
    [320, 213, [320]],
    [500, 400, [500]],
    [720, 720, [480, 720]],
    [1050, 700, [480, 800, 1050]],
    [1536, 1024, [480, 800, 1000, 1200, 1536]],
    [6000, 4000, [480, 800, 1000, 1200, 1600, 2000, 2720]],
    [3000, 20_000, [480, 800, 1000, 1200, 1600, 2000]],
    [450, 17_000, []],
  ])('of one of %i × %i are %j wide', (width, height, widths) => {
    expect(pictureWidths({ width, height })).toEqual(widths)
  })

  test('grow by steps up to the width of the original or the widest of the page', () => {
    const side = fc.integer({ min: 1, max: 12_000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const widths = pictureWidths({ width, height })
        for (const [index, wider] of widths.slice(1).entries())
          expect(wider).toBeGreaterThanOrEqual((widths[index] ?? 0) * 1.1)
        if ((2720 * height) / width > 16_000) return
        expect(widths.at(-1)).toBe(Math.min(width, 2720))
      }),
    )
  })

  test('are named in the srcsets exactly as the files are', () => {
    const file = { key: 'abc', width: 900, height: 600 }
    const sources = pictureSources(file)
    expect(sources).toEqual({
      avif: '/_images/abc-480.avif 480w, /_images/abc-800.avif 800w, /_images/abc-900.avif 900w',
      webp: '/_images/abc-480.webp 480w, /_images/abc-800.webp 800w, /_images/abc-900.webp 900w',
      src: '/_images/abc-900.webp',
      largest: '/_images/abc-900.webp',
    })
    const named = `${sources?.avif} ${sources?.webp}`.match(/abc-\d+\.\w+/g)
    expect(new Set(pictureFiles(file))).toEqual(
      new Set([...(named ?? []), 'abc-share-50-50.jpg', 'abc-card-50-50.jpg']),
    )
  })

  test('are named back as what they were named for', () => {
    const key = '0123456789abcdef'
    const share = (focus: Picture['focus']) => shareCopyPath({ key, focus })?.slice('/_images/'.length) ?? ''
    expect(share(null)).toBe(`${key}-share-50-50.jpg`)
    expect(parseCopyName(share(null))).toEqual({ key, format: 'jpg', crop: 'share', focus: [50, 50] })
    expect(parseCopyName(share([0, 70]))).toEqual({ key, format: 'jpg', crop: 'share', focus: [0, 70] })
    for (const crop of SEARCH_CROPS) {
      const file = cropPath({ key, focus: [0, 70] }, crop)?.slice('/_images/'.length) ?? ''
      expect(parseCopyName(file)).toEqual({ key, format: 'jpg', crop, focus: [0, 70] })
    }
    expect(parseCopyName(`${key}-480.avif`)).toEqual({ key, format: 'avif', width: 480 })
    expect(parseCopyName(printCopyPath({ key })?.slice('/_images/'.length) ?? '')).toEqual({
      key,
      format: 'print',
    })
    expect(parseCopyName(`x${key}-480.avif`)).toBeNull()
    expect(shareCopyPath({ key: null, focus: null })).toBeNull()
  })

  test('are not named where there are none', () => {
    expect(pictureSources({ key: null, width: 900, height: 600 })).toBeNull()
  })
})

test('pictures are found in texts of every format', () => {
  const content = {
    html: '<p><img src="https://x.example/a.jpg?w=1&amp;h=2" alt="/not/one"> and/or <img src=\'/uploads/b.webp\'></p>',
    text: '![c](https://x.example/c.PNG) ![t](/uploads/t.tiff) **and** https://x.example/page.html',
    sections: [{ items: [{ src: 'https://x.example/storage/v1/object/public/media/u/d' }] }],
  }
  expect(pictureUrlsIn(JSON.stringify(content))).toEqual([
    'https://x.example/a.jpg?w=1&h=2',
    '/uploads/b.webp',
    'https://x.example/c.PNG',
    '/uploads/t.tiff',
    'https://x.example/storage/v1/object/public/media/u/d',
  ])
})

describe('the opening picture of a story', () => {
  test.each([
    ['3:2', 1536, 1024, 1.6],
    ['16:9', 1920, 1080, 1.6],
    ['4:3', 1600, 1200, undefined],
    ['a portrait', 2400, 3600, undefined],
    ['a panorama', 3000, 900, undefined],
    ['a little narrower than the page', 1200, 800, 1.6],
    ['narrower than the page', 1100, 733, undefined],
    ['of unknown size', null, null, undefined],
  ])('%s', (_, width, height, ratio) => {
    expect(ratioIn(OPENING_BOX, { width, height })).toBe(ratio)
  })

  test('is never cropped against its orientation, nor visibly enlarged', () => {
    const side = fc.integer({ min: 1, max: 12_000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const ratio = ratioIn(OPENING_BOX, { width, height })
        if (ratio === undefined) return
        expect(width).toBeGreaterThan(height)
        expect(width * 1.15).toBeGreaterThanOrEqual(1360)
        const shown = Math.min(width / height / ratio, ratio / (width / height))
        expect(shown).toBeGreaterThanOrEqual(0.88)
      }),
    )
  })
})

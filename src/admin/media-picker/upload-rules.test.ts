import { describe, expect, test } from 'vitest'
import { MAX_UPLOAD_BYTES, storedType } from '../../domain/media/media.ts'
import { acceptedTypes, uploadPath, uploadRefusal } from './upload-rules.ts'

const file = (name: string, type: string, size = 1000) => ({ name, type, size })

describe('an upload', () => {
  test('takes pictures, films, sound and the three kinds of documents', () => {
    const files = [
      file('a.JPG', 'image/jpeg'),
      file('b.mp4', 'video/mp4', MAX_UPLOAD_BYTES),
      file('c.mp3', 'audio/mpeg'),
      file('d.PDF', 'application/pdf'),
      file('e.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
    ]
    expect(uploadRefusal(files)).toBeNull()
    expect(uploadRefusal([file('x.exe', 'application/octet-stream')])).toContain('x.exe')
  })

  test('is refused when a browser would run it as a page, whatever its name and type say', () => {
    expect(uploadRefusal([file('drawing.svg', 'image/svg+xml')])).toContain('drawing.svg')
    expect(uploadRefusal([file('page.html', 'text/html')])).toContain('page.html')
    expect(uploadRefusal([file('feed', 'image/svg+xml')], ['image/*'])).toContain('feed')
  })

  test('without a type, or with another word for it, goes by its name', () => {
    const files = [file('a.docx', ''), file('b.m4a', 'audio/x-m4a'), file('c.jpg', 'image/pjpeg')]
    expect(uploadRefusal(files)).toBeNull()
    expect(files.map(storedType).map((type) => type?.split('/')[0])).toEqual([
      'application',
      'audio',
      'image',
    ])
  })

  test('of HEIC photos is refused with what to do', () => {
    const files = [file('a.jpg', 'image/jpeg'), file('IMG_1.HEIC', ''), file('b', 'image/heif')]
    expect(uploadRefusal(files)).toBe(
      'Browsers do not show HEIC pictures. Save as JPEG and upload that: IMG_1.HEIC, b',
    )
    expect(acceptedTypes(['image/*', '.pdf'])).toEqual(expect.arrayContaining(['image/jpeg', '.pdf']))
    expect(acceptedTypes(['image/*']).join()).not.toMatch(/hei[cf]|\*/)
  })

  test('is refused as a whole when one file is over 50 MB, naming every such file', () => {
    const files = [
      file('small.jpg', 'image/jpeg'),
      file('huge.jpg', 'image/jpeg', MAX_UPLOAD_BYTES + 1),
      file('huger.mov', 'video/quicktime', 2 * MAX_UPLOAD_BYTES),
    ]
    expect(uploadRefusal(files)).toBe('Larger than 50 MB: huge.jpg, huger.mov')
  })

  test('of pictures takes nothing else', () => {
    expect(uploadRefusal([file('b.mp4', 'video/mp4')], ['image/*'])).toContain('b.mp4')
  })

  test('goes to the folder of its owner, each file to a path of its own', () => {
    expect(uploadPath('u1', file('Tub at night.JPEG', 'image/jpeg'), 5_000)).toBe('u1/5000.jpeg')
    expect(uploadPath('u1', file('pasted', 'image/png'), 5_000)).toBe('u1/5001.png')
    expect(uploadPath('u1', file('odd.../../x', ''), 4_000)).toBe('u1/5002.bin')
  })

  test.each([
    ['kitchen.jfif', 'image/jpeg', 'jpeg'],
    ['kitchen.JFIF', 'image/jpeg', 'jpeg'],
    ['kitchen.jpe', 'image/jpeg', 'jpeg'],
    ['kitchen.pjpeg', 'image/jpeg', 'jpeg'],
    ['kitchen.jpg_large', 'image/jpeg', 'jpeg'],
    ['kitchen', 'image/jpeg', 'jpeg'],
    ['kitchen.JPG', 'image/jpeg', 'jpg'],
    ['kitchen.png', 'image/webp', 'webp'],
    ['kitchen.pdf', 'image/png', 'png'],
    ['scan.TIF', 'image/tiff', 'tif'],
    ['plan.docx', 'application/msword', 'doc'],
  ])('%s of the type %s ends in .%s', (name, type, ending) => {
    expect(uploadPath('u1', file(name, type), Date.now())).toMatch(new RegExp(`\\.${ending}$`))
  })

  test.each(['a.jfif', 'a.JIF', 'a.jpe', 'a.pjpeg', 'a.pjp'])('%s is a JPEG picture', (name) => {
    expect(storedType(file(name, ''))).toBe('image/jpeg')
  })
})

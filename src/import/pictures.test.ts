import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { storePicture } from './pictures.ts'

// Refused before anything is sent.
const service = createClient('http://127.0.0.1:9', 'none')
const POT = {
  ...{ id: 'pot', address: 'https://old.example/pot.jpg', addresses: [] },
  ...{ alt: '', caption: '', credit: '' },
}

const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a64' } })
  .jpeg()
  .toBuffer()

test.each([
  ['a page', Buffer.from('<!doctype html><title>Not here</title>'), 'it is not a picture that browsers show'],
  ['a script', Buffer.from('alert(1)'), 'it is not a picture that browsers show'],
  ['nothing', Buffer.alloc(0), 'it is not a picture that browsers show'],
  ['a picture that was cut', jpeg.subarray(0, 200), 'it is damaged'],
])('%s under the name of a picture is refused: its bytes decide', async (_, data, why) => {
  await expect(storePicture(service, POT, data)).rejects.toThrow(why)
})

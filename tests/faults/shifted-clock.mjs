// Preloaded into the processes of the product: moves their clock by the milliseconds in the file CLOCK_FILE.
import { readFileSync } from 'node:fs'

const now = Date.now.bind(Date)
let offset = 0
const readOffset = () => {
  try {
    offset = Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) || 0
  } catch {
    offset = 0
  }
}
readOffset()
setInterval(readOffset, 100).unref()

globalThis.Date = class extends Date {
  constructor(...args) {
    super(...(args.length === 0 ? [now() + offset] : args))
  }
  static now() {
    return now() + offset
  }
}

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendFile, UPLOAD_STALL_TIMEOUT_MS } from './stored-files.ts'

const session = { access_token: 'token' }
vi.mock('../../../backend/admin-client.ts', () => ({
  adminClient: () => ({ auth: { getSession: () => Promise.resolve({ data: { session } }) } }),
}))

/** An XMLHttpRequest of which the test says what it has sent and what was answered. */
class FakeRequest {
  static last = new FakeRequest()
  readonly upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {}
  readonly abort = vi.fn(() => this.onabort?.())
  onload?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  constructor() {
    FakeRequest.last = this
  }
  open() {
    return undefined
  }
  setRequestHeader() {
    return undefined
  }
  send() {
    return undefined
  }
  /** Reports that `loaded` of 10 bytes are sent. */
  progress(loaded: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total: 10 })
  }
  answer(status: number) {
    this.status = status
    this.onload?.()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An upload that has begun; `ended` is 'stored', its error, or undefined while it runs. */
async function startUpload() {
  const shares: number[] = []
  let ended: unknown
  void sendFile('media', 'a.png', new Blob(['x']), { onProgress: (share) => shares.push(share) }).then(
    () => (ended = 'stored'),
    (error: unknown) => (ended = error),
  )
  await vi.advanceTimersByTimeAsync(0)
  return { request: FakeRequest.last, shares, ended: () => ended }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const almost = UPLOAD_STALL_TIMEOUT_MS - 1
const noAnswer = { kind: 'network', message: 'no answer in time' }

describe('an upload', () => {
  test('may take any time while it makes progress', async () => {
    const { request, shares, ended } = await startUpload()
    for (let loaded = 1; loaded <= 10; loaded += 1) {
      await wait(almost)
      request.progress(loaded)
    }
    await wait(almost)
    request.answer(200)
    await wait(0)
    expect(ended()).toBe('stored')
    expect(shares).toHaveLength(10)
    await wait(UPLOAD_STALL_TIMEOUT_MS)
    expect(request.abort).not.toHaveBeenCalled()
  })

  test.each([
    ['whose connection takes nothing', []],
    ['that stops in the middle', [4]],
    ['that is not answered after its last byte', [4, 10]],
  ])('%s fails after the limit, and is ended', async (_, steps) => {
    const { request, ended } = await startUpload()
    for (const loaded of steps) {
      await wait(almost)
      request.progress(loaded)
    }
    await wait(almost)
    expect(ended()).toBeUndefined()
    await wait(1)
    expect(ended()).toMatchObject(noAnswer)
    expect(request.abort).toHaveBeenCalledOnce()
  })
})

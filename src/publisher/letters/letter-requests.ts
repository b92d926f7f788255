import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import type { PublicClient } from '../../backend/client.ts'
import type { LetterEnv } from '../../backend/env/letter-env.ts'
import {
  LETTER_CHECK_PATH,
  LETTER_TEST_PATH,
  type LetterTest,
  type LetterTestResult,
  letterTestSchema,
  mayTest,
} from '../../domain/letters/letter-requests.ts'
import type { SenderFinding } from '../../domain/letters/sender-check.ts'
import { roleSchema } from '../../domain/people/role.ts'
import type { Report } from '../../node/report.ts'
import type { WorkerProcess } from '../../node/worker-process.ts'
import { Refusal, problemOf } from '../server/refusal.ts'
import { type SenderOptions, personOf } from '../server/senders.ts'
import { StaffRequests } from '../server/staff-requests.ts'
import { draftOf } from '../../letters/sending/letter-store.ts'
import { type LetterAccess, accessOf } from './letter-access.ts'
import type { LetterTasks } from './letter-process.ts'
import { letterProcess } from './letter-worker.ts'

interface LetterRequestOptions extends LetterAccess, Omit<SenderOptions, 'action'> {
  env: LetterEnv
  report: Report
}

const ENDED = 'The process of letters has ended, perhaps for want of memory'
const NOT_SET_UP =
  'No mail server is set up for letters: set SMTP_HOST, RESEND_API_KEY or POSTMARK_TOKEN, and MAIL_FROM, where the publisher runs'
/** Processor time for one test. */
const TEST_MS = 60_000

/** Answers what staff ask about letters: test mails, and the check of the sender. */
export class LetterRequests {
  readonly #options: LetterRequestOptions
  /** Of tests alone: a letter that goes out takes its process for as long as it takes. */
  readonly #worker: WorkerProcess<LetterTasks>
  readonly #requests: readonly StaffRequests[]

  constructor(options: LetterRequestOptions) {
    this.#options = options
    this.#worker = letterProcess(options.report)
    this.#requests = [
      new StaffRequests({
        ...options,
        ...{ path: LETTER_TEST_PATH, action: 'letters.write', isReady: () => true },
        answer: async (body, client, _, token) => [
          200,
          await this.#test(letterTestSchema.parse(body), client, token),
        ],
      }),
      new StaffRequests({
        ...options,
        ...{ path: LETTER_CHECK_PATH, action: 'letters.send', isReady: () => true },
        answer: async () => [200, { findings: await this.#check() }],
      }),
    ]
  }

  /** Returns false for any other request. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    for (const one of this.#requests) if (await one.answer(request, response)) return true
    return false
  }

  stop(): Promise<void> {
    this.#worker.stop()
    return Promise.resolve()
  }

  async #test({ letterId, to }: LetterTest, client: PublicClient, token: string): Promise<LetterTestResult> {
    if (this.#options.env.adapter === 'none') throw new Refusal(409, NOT_SET_UP)
    await refuseOthers(client, personOf(token), to)
    const draft = await draftOf(client, letterId)
    if (draft === null) throw new Refusal(404, 'This letter is gone')
    try {
      return await this.#worker.run('test', { ...accessOf(this.#options), draft, to }, TEST_MS)
    } catch (error) {
      throw new Refusal(409, problemOf(error, ENDED))
    }
  }

  async #check(): Promise<SenderFinding[]> {
    try {
      return await this.#worker.run('check', accessOf(this.#options), TEST_MS)
    } catch (error) {
      throw new Refusal(409, problemOf(error, ENDED))
    }
  }
}

/** Throws a Refusal for addresses that a person may not send a test to: contributors send to themselves. */
async function refuseOthers(client: PublicClient, person: string, to: readonly string[]): Promise<void> {
  const { data } = await client.from('profiles').select('email, role').eq('id', person).single()
  const own = z.object({ email: z.nullable(z.string()), role: roleSchema }).safeParse(data).data
  if (own === undefined || !mayTest(own, to))
    throw new Refusal(403, 'You may send a test to your own address only')
}

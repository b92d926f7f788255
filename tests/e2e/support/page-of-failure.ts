import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Prints what the page held when a test failed: of a run in CI only the log is kept. */
export default class PageOfFailure implements Reporter {
  onTestEnd({ title }: TestCase, { status, attachments }: TestResult): void {
    const path = attachments.find(({ name }) => name === 'error-context')?.path
    if (status === 'passed' || status === 'skipped' || path === undefined) return
    // A failed expectation has the page in its details, everything else in a part of its own.
    const [page] = /```yaml[^]*?```/.exec(readFileSync(path, 'utf8')) ?? []
    if (page !== undefined) console.log(`The page of “${title}”:\n${page.slice(0, 20_000)}`)
  }
}

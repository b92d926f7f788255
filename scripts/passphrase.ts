import { Writable } from 'node:stream'
import { createInterface } from 'node:readline/promises'

/** The passphrase of EXPORT_PASSPHRASE, or what is typed on the terminal, unseen. Throws where there is neither. */
export async function readPassphrase(question: string): Promise<string> {
  const given = process.env.EXPORT_PASSPHRASE
  if (given) return given
  if (!process.stdin.isTTY) throw new Error('EXPORT_PASSPHRASE is not set: see .github/docs/environment.md.')
  process.stdout.write(question)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stdout.write('\n')
  }
}

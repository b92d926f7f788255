/** `npm run check`: all static checks, two at a time, the longest first. Prints the output of failed checks only. */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const CHECKS: Record<string, string> = {
  // A cached result can miss an import cycle that another file closes; a new clone checks every file.
  lint: 'eslint --max-warnings 0 --cache --cache-strategy content --cache-location node_modules/.cache/eslint/ .',
  format: 'prettier --check --cache --cache-strategy content --log-level warn .',
  'types of .astro files':
    'astro check --tsconfig scripts/tsconfig.astro.json --minimumFailingSeverity warning --minimumSeverity warning',
  // With the types of all TypeScript files; `astro check` alone takes four times as long for them.
  'types, and lint with types': 'oxlint --type-check',
  'unused code': 'knip',
  'database types': 'node scripts/types.ts --check',
  'mails of the auth server': 'node scripts/mails.ts --check',
  'functions, linted': 'deno lint --quiet --rules-exclude=no-import-prefix supabase/functions',
  functions:
    'deno check --quiet --node-modules-dir=manual --no-lock supabase/functions/*/index.ts supabase/local/deno/host.ts',
}

function run(name: string, command: string): Promise<boolean> {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.on('data', (part: Buffer) => (output += part.toString()))
    child.on('exit', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`)
      if (code !== 0) console.log(output)
      resolve(code === 0)
    })
  })
}

const waiting = Object.entries(CHECKS)
let passed = true
async function worker(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    passed = (await run(...next)) && passed
  }
}
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
process.exit(passed ? 0 : 1)

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '../../supabase/local/config.ts'
import { runSupabase } from './supabase-cli.ts'

/** The commands of the Supabase CLI that the guide lists, without `npx supabase`. */
const COMMANDS = [
  ...readFileSync(`${ROOT}/.github/docs/going-live.md`, 'utf8').matchAll(/^npx supabase (.+)$/gm),
].map(([, command = '']) => command)

test('the guide lists how a project goes live', () => {
  expect(COMMANDS.map((command) => command.split(' -')[0]?.split(/ [A-Z<]| create/)[0])).toEqual([
    'login',
    'link',
    'db push',
    'functions deploy',
    'secrets set',
  ])
})

test.each(COMMANDS)('the CLI knows `supabase %s` and its flags', async (command) => {
  const words = command.split(' ')
  const name = words.slice(0, ['db', 'functions', 'secrets'].includes(words[0] ?? '') ? 2 : 1)
  const { status, output } = await runSupabase([...name, '--help'])
  expect(status).toBe(0)
  expect(output).toContain(`supabase ${name.join(' ')}`)
  for (const flag of words.filter((word) => word.startsWith('--'))) expect(output).toContain(flag)
})

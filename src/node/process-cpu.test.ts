import { expect, test } from 'vitest'
import { processCpuMs, readPsTime, readStat } from './process-cpu.ts'

test('the processor time of a process is read from what Linux and ps say of it', () => {
  expect(readStat('12 (a (b) c) S 1 1 1 0 -1 4194560 5 0 0 0 250 50 0 0 39 19 4 0')).toBe(3000)
  expect(readPsTime('  0:01.25\n')).toBe(1250)
  expect(readPsTime('01:02:03')).toBe(3_723_000)
  expect(readPsTime('1-00:00:01')).toBe(86_401_000)
  expect(readPsTime('')).toBeNull()
})

test.skipIf(process.platform === 'win32')('a process that works takes processor time', async () => {
  const before = (await processCpuMs(process.pid)) ?? NaN
  const { user, system } = process.cpuUsage()
  while (process.cpuUsage().user < user + 100_000) Math.sqrt(Math.random())
  const after = (await processCpuMs(process.pid)) ?? NaN
  expect(after - before).toBeGreaterThanOrEqual(50)
  expect(after).toBeLessThan((user + system) / 1000 + 10_000)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type { Tab } from './tab.ts'

export interface WebKitPrograms {
  driver: string
  miniBrowser: string
  xvfb: string
}

/** The name of an element's reference in the WebDriver protocol. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const ENTER = '\uE007'

/** Starts WebKitGTK's own small browser on a screen of its own, driven by the WebDriver protocol. */
export async function openWebKit({ driver, miniBrowser, xvfb }: WebKitPrograms): Promise<Tab> {
  const screen = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1600x1400x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const port = 20_000 + (process.pid % 10_000)
  const processes: ChildProcess[] = [screen]
  try {
    const [display] = (await once(createInterface({ input: screen.stdout }), 'line')) as [string]
    processes.push(
      spawn(driver, [`--port=${port}`], {
        env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11' },
        stdio: 'ignore',
      }),
    )
    const session = await openSession(`http://127.0.0.1:${port}`, miniBrowser)
    return tabOf(session, () => stop(processes))
  } catch (error) {
    stop(processes)
    throw error
  }
}

function stop(processes: readonly ChildProcess[]): void {
  for (const child of processes.toReversed()) child.kill()
}

/** A session of the WebDriver protocol: sends a command, resolves with its value. */
type Send = (method: 'POST' | 'DELETE' | 'GET', path: string, body?: object) => Promise<unknown>

async function openSession(driver: string, miniBrowser: string): Promise<Send> {
  await driverIsUp(driver)
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
  }
  const { sessionId } = (await send(driver, 'POST', '/session', { capabilities })) as { sessionId: string }
  return (method, path, body) => send(`${driver}/session/${sessionId}`, method, path, body)
}

/** Resolves when the driver answers. Rejects after ten seconds. */
async function driverIsUp(driver: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return void (await send(driver, 'GET', '/status'))
    } catch (error) {
      if (attempt === 100) throw error
      await setTimeout(100)
    }
  }
}

async function send(address: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(address + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(`WebKit, ${method} ${path}: ${(value as { message: string }).message}`)
  return value
}

function tabOf(send: Send, stopProcesses: () => void): Tab {
  return {
    goto: async (url) => void (await send('POST', '/url', { url })),
    evaluate: (expression) => send('POST', '/execute/sync', { script: `return ${expression}`, args: [] }),
    async click(xpath) {
      const element = (await send('POST', '/element', { using: 'xpath', value: xpath })) as Record<
        string,
        string
      >
      await send('POST', `/element/${element[ELEMENT]}/click`, {})
    },
    async type(text) {
      const keys = Array.from(text, (key) => (key === '\n' ? ENTER : key))
      const actions = keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    resize: async (width, height) => void (await send('POST', '/window/rect', { width, height })),
    async screenshot(file) {
      await writeFile(`${file}.png`, (await send('GET', '/screenshot')) as string, 'base64')
    },
    async close() {
      await send('DELETE', '')
      stopProcesses()
    },
  }
}

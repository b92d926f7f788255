import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

type Holder = { id: string; pid: number; port: number }

/** A data folder in use; `pid` is the process that has it. */
export class FolderInUse extends Error {
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is in use by process ${pid}. Stop that one first, or set DATA_DIR to another folder.`,
    )
    this.name = 'FolderInUse'
    this.pid = pid
  }
}

/**
 * Takes a data folder for this process, or throws FolderInUse. Resolves with the function that gives it back.
 *
 * The holder answers with its id on a port of its own, so a lock left behind by a killed process is known as such even
 * when its process id is someone else's by now.
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'lock')
  const id = randomUUID()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(id)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The lock has no port')

  try {
    while (!(await writeLock(file, { id, pid: process.pid, port: address.port }))) {
      const holder = await readLock(file)
      if (holder !== null && (await isAlive(holder))) throw new FolderInUse(dataDir, holder.pid)
      await removeStale(file, holder)
    }
  } catch (error) {
    server.close()
    throw error
  }
  return async () => {
    await rm(file, { force: true })
    server.close()
  }
}

/** The process that has the folder, or null. */
export async function folderHolder(dataDir: string): Promise<number | null> {
  const holder = await readLock(join(dataDir, 'lock'))
  return holder !== null && (await isAlive(holder)) ? holder.pid : null
}

/** Whole or not at all: false when there is a lock already. */
async function writeLock(file: string, holder: Holder): Promise<boolean> {
  const draft = `${file}.${holder.id}`
  await writeFile(draft, JSON.stringify(holder))
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Moves the stale lock aside; one that another process has just taken is put back. */
async function removeStale(file: string, stale: Holder | null): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch {
    return
  }
  const moved = await readLock(aside)
  if (moved !== null && moved.id !== stale?.id) await rename(aside, file)
  else await rm(aside, { force: true })
}

async function readLock(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch {
    return null
  }
}

/** Whether the holder still answers. One that accepts the call but is too busy to speak counts as alive. */
function isAlive({ id, port }: Holder): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect({ port, host: '127.0.0.1' })
    const patience = setTimeout(() => settle(true), 10_000)
    const settle = (alive: boolean) => {
      clearTimeout(patience)
      socket.destroy()
      resolve(alive)
    }
    socket.on('data', (chunk) => (heard += chunk.toString()))
    socket.on('end', () => settle(heard === id))
    socket.on('error', () => settle(false))
  })
}

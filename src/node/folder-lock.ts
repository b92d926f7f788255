import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

interface Holder {
  id: string
  pid: number
  port: number
}

const ANSWER_TIMEOUT_MS = 10_000
/** Its owner alone reads and writes in a folder of this mode. */
const PRIVATE = 0o700

/** Thrown for a data folder that the process `pid` uses. */
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

/** Makes a data folder, which holds keys, accounts and drafts: others on the machine do not read it. */
export async function createDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: PRIVATE })
  // One of an earlier version, or of another user, whose folder it stays.
  await chmod(dataDir, PRIVATE).catch(() => undefined)
}

/**
 * Locks a data folder for this process, or throws FolderInUse. Resolves with the function that unlocks it.
 *
 * The file `lock` names a port on which the holder answers with its id. The lock of a killed process is therefore
 * recognised at once, also when its process id has been reused. Libraries such as proper-lockfile go by the age of the
 * lock: a start after a crash has to wait, and a process that is busy or asleep for some seconds loses its lock.
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  await createDataFolder(dataDir)
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
    const lock: Holder = { id, pid: process.pid, port: address.port }
    while (!(await createFile(file, JSON.stringify(lock)))) {
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

/** The id of the process that holds the lock of the folder, or null. */
export async function folderHolder(dataDir: string): Promise<number | null> {
  const holder = await readLock(join(dataDir, 'lock'))
  return holder !== null && (await isAlive(holder)) ? holder.pid : null
}

/** Creates a file, readable by its owner alone, with its content in one step; false when it exists. */
export async function createFile(file: string, content: string): Promise<boolean> {
  const temporary = `${file}.${randomUUID()}`
  await writeFile(temporary, content, { mode: 0o600 })
  try {
    await link(temporary, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Removes a stale lock. A lock that another process has created meanwhile is put back. */
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

/**
 * Whether the holder answers with its id. A holder that accepts the connection but does not answer in time may be busy; it
 * counts as alive only while its process exists, since another server may have taken its port.
 */
function isAlive({ id, pid, port }: Holder): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ port, host: '127.0.0.1' })
    const timeout = setTimeout(() => finish(isRunning(pid)), ANSWER_TIMEOUT_MS)
    const finish = (alive: boolean) => {
      clearTimeout(timeout)
      socket.destroy()
      resolve(alive)
    }
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('end', () => finish(answer === id))
    socket.on('error', () => finish(false))
  })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

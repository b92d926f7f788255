import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

const SHIPPED = join(import.meta.dirname, '..', '..', '..', '.github', 'hosting', 'nginx.conf')

/** The program nginx; null where it is not installed. */
export const nginxProgram: string | null = (() => {
  for (const path of ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']) {
    try {
      execFileSync(path, ['-v'], { stdio: 'ignore' })
      return path
    } catch {
      continue
    }
  }
  return null
})()

/**
 * Runs nginx with the shipped nginx.conf on a folder, with a publisher at `publisherPort`. Only names, ports and paths are
 * put in, and TLS is left out. `log` reads what was logged of requests and errors.
 */
export async function startNginx(program: string, folder: string, publisherPort: number, directory: string) {
  const port = await freePort()
  const shipped = await readFile(SHIPPED, 'utf8')
  const site = shipped
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace(/^\s*(listen \[::\]|ssl_certificate).*$/gm, '')
    .replace('/var/www/mantel', folder)
    .replaceAll('http://127.0.0.1:4321', `http://127.0.0.1:${publisherPort}`)
  const [access, errors] = [join(directory, 'access.log'), join(directory, 'error.log')]
  await mkdir(directory, { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    join(directory, 'nginx.conf'),
    `${user} daemon off; pid ${join(directory, 'pid')}; error_log ${errors}; worker_processes 1;
     events {} http { ${temporary.join(' ')} access_log ${access}; ${site} }`,
  )
  const nginx = spawn(program, ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', errors], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  nginx.stderr.on('data', (data: Buffer) => (said += data.toString()))
  while (!(await answers(port))) {
    if (nginx.exitCode !== null) throw new Error(`nginx has ended: ${said}`)
    await sleep(20)
  }
  return {
    port,
    log: async () =>
      (await Promise.all([access, errors].map((file) => readFile(file, 'utf8').catch(() => '')))).join('\n'),
    close: () => end(nginx),
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    request({ port, host: '127.0.0.1' }, (response) => {
      response.resume()
      resolve(true)
    })
      .on('error', () => resolve(false))
      .end()
  })
}

async function end(nginx: ChildProcess): Promise<void> {
  if (nginx.exitCode !== null) return
  nginx.kill('SIGTERM')
  await once(nginx, 'exit')
}

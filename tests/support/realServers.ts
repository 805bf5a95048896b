import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onPath, unpacked } from './findProgram.ts'
import { freePort } from './freePorts.ts'

/** A real web server on a port of its own. */
export type RealServer = { readonly url: string; stop(): Promise<void> }

const programs = { nginx: 'usr/sbin/nginx', caddy: 'usr/bin/caddy' } as const

/**
 * Path of a web server: one on the PATH, or Debian's, unpacked into `.cache` and not installed. If there is none,
 * throws one sentence that says what to do.
 */
export function findServer(name: keyof typeof programs, env: NodeJS.ProcessEnv = process.env): string {
  // Debian has nginx in a folder that is on the PATH of root only.
  const found =
    onPath({ PATH: [env.PATH, '/usr/sbin'].join(path.delimiter) }, [name]) ??
    unpacked(env, programs[name], name, path.resolve('.cache/programs', name))
  if (found) return found
  throw new Error(`No ${name} was found: install it (Debian: apt-get install ${name}).`)
}

/** nginx with the emitted `server` block, in which the lines for the hoster are set. */
export async function startNginx(block: string, folder: string): Promise<RealServer> {
  const port = await freePort()
  const own = await mkdtemp(path.join(tmpdir(), 'nginx-'))
  const set = replaceOnce(
    replaceOnce(block, 'listen 80;', `listen 127.0.0.1:${port};`),
    'set $portal_root /var/www/portal;',
    `set $portal_root ${folder};`,
  )
  await writeFile(path.join(own, 'portal.conf'), set)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    path.join(own, 'nginx.conf'),
    // One process, so that its id ends it and it stays this user.
    `daemon off;
master_process off;
pid ${own}/pid;
error_log stderr;
events { }
http {
    access_log off;
${temporary.map((name) => `    ${name}_temp_path ${own}/${name};`).join('\n')}
    include ${own}/portal.conf;
}
`,
  )
  const args = ['-p', own, '-c', path.join(own, 'nginx.conf'), '-e', 'stderr']
  return run(findServer('nginx'), args, own, port)
}

/** Caddy with the emitted file, with the address and folder in its environment. */
export async function startCaddy(file: string, folder: string): Promise<RealServer> {
  const port = await freePort()
  const own = await mkdtemp(path.join(tmpdir(), 'caddy-'))
  await mkdir(path.join(own, 'home'))
  // Its admin interface would listen on a fixed port.
  await writeFile(path.join(own, 'Caddyfile'), `{\n\tadmin off\n}\n${file}`)
  const args = ['run', '--config', path.join(own, 'Caddyfile'), '--adapter', 'caddyfile']
  return run(findServer('caddy'), args, own, port, {
    HOME: path.join(own, 'home'),
    PORTAL_ADDRESS: `http://127.0.0.1:${port}`,
    PORTAL_ROOT: folder,
  })
}

/** Runs a server until it answers; throws its output if it ends before that. */
async function run(
  program: string,
  args: readonly string[],
  own: string,
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<RealServer> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = once(child, 'exit').catch((cause: unknown) => (said += String(cause)))
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill()
    await ended
    await rm(own, { recursive: true, force: true })
  }
  const end = Date.now() + 15_000
  while (!(await answers(url))) {
    if (child.exitCode === null && child.pid !== undefined && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    await stop()
    throw new Error(`${path.basename(program)} does not start:\n${said}`)
  }
  return { url, stop }
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

function replaceOnce(text: string, line: string, by: string): string {
  if (text.split(line).length !== 2) throw new Error(`The text has no line, or several: ${line}`)
  return text.replace(line, () => by)
}

// Runs in Deno, started by functions.ts: serves every function of the project from one warm process.
import { errorMessage } from '../../../src/backend/error-message.ts'

type FunctionHandler = (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>

const folder = Deno.args[0]
if (folder === undefined) throw new Error('Which folder holds the functions?')

const serve = Deno.serve
const loading = new Map<string, Promise<FunctionHandler>>()
let turn: Promise<unknown> = Promise.resolve()

/** Imports a function's entry; the handler it gives to Deno.serve is caught instead of served on a port of its own. */
function load(name: string): Promise<FunctionHandler> {
  let handler = loading.get(name)
  if (handler === undefined) {
    handler = turn.then(() => capture(name))
    turn = handler.catch(() => loading.delete(name))
    loading.set(name, handler)
  }
  return handler
}

async function capture(name: string): Promise<FunctionHandler> {
  let captured: FunctionHandler | undefined
  Deno.serve = ((...args: unknown[]) => {
    captured = args.find((arg): arg is FunctionHandler => typeof arg === 'function')
  }) as typeof Deno.serve
  try {
    await import(new URL(`${name}/index.ts`, folder).href)
  } finally {
    Deno.serve = serve
  }
  if (captured === undefined) throw new Error(`The function ${name} does not call Deno.serve`)
  return captured
}

serve(
  {
    port: 0,
    hostname: '127.0.0.1',
    onListen: ({ port }) => console.log(`listening ${port}`),
    onError: (error) => {
      console.error(errorMessage(error))
      return Response.json({ error: 'The function failed' }, { status: 500 })
    },
  },
  async (request, info) => {
    const [, , , name = ''] = new URL(request.url).pathname.split('/')
    const handler = await load(name)
    return handler(request, info)
  },
)

// The pipe closes when the stack is gone, however it went.
await new Response(Deno.stdin.readable).bytes()
Deno.exit()

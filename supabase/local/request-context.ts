import { AsyncLocalStorage } from 'node:async_hooks'

/** What SQL and the mailer may read of the current request. */
export interface RequestContext {
  method: string
  path: string
  headers: Record<string, string>
  redirectTo: string | null
}

const requests = new AsyncLocalStorage<RequestContext>()

/** Runs the task with `context` as the current request. */
export const inRequest = <T>(context: RequestContext, task: () => Promise<T>): Promise<T> =>
  requests.run(context, task)

export const currentRequest = (): RequestContext | undefined => requests.getStore()

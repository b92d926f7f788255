/** Ends the process with `stop` at the first SIGINT or SIGTERM, and without it at the second. */
export function stopOnSignal(stop: () => Promise<unknown>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}

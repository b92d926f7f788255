import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

/** A reporter of Vitest: names the slowest files at the end of a run. Playwright has one (`reportSlowTests`). */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return
    const slowest = modules
      .map((module) => ({ module, ms: durationOf(module) }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, SHOWN)
    console.log('\nSlowest test files:')
    for (const { module, ms } of slowest)
      console.log(
        `${(ms / 1000).toFixed(1).padStart(7)} s  ${module.project.name}  ${module.relativeModuleId}`,
      )
  }
}

/** From the import of a file to the end of its last hook, in milliseconds. */
function durationOf(module: TestModule): number {
  const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic()
  return prepareDuration + setupDuration + collectDuration + duration
}

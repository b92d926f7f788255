/** Gives each test file modules of its own, as Vitest does by itself only with a process for each file. */
import { vi } from 'vitest'

vi.resetModules()

import type { TestProject } from 'vitest/node'
import { createHostedTemplate, type DefaultPrivileges, SUPERUSER } from './hosted-layout.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set for the tests that run on a PostgreSQL laid out as a hosted project. */
    defaultPrivileges?: DefaultPrivileges
    /** The address of the database that such tests copy. */
    templateDatabase?: string
  }
}

/** Runs a PostgreSQL for the tests of a project, with a template laid out as a hosted project. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { defaultPrivileges = 'closed' } = project.getProvidedContext()
  const postgres = await startPostgres(SUPERUSER)
  try {
    project.provide('templateDatabase', await createHostedTemplate(postgres.url, defaultPrivileges))
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return () => postgres.stop()
}

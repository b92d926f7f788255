/**
 * Imported by tests that wait for the copies of pictures: the processes that make them have the priority of all others. With
 * the low one of a magazine they would take minutes beside the tests of a busy machine.
 */
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

os.setPriority = () => undefined
syncBuiltinESMExports()

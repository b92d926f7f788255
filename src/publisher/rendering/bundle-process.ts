/** Bundles the site in a process of its own: `bundle-process.ts <root> <folder> <code digest>`. */
import { bundleSite } from './astro-adapter.ts'

// When the publisher is killed: the next one bundles into the same folder.
process.once('disconnect', () => process.exit(1))
const [root = '', folder = '', codeDigest = ''] = process.argv.slice(2)
await bundleSite(root, folder, codeDigest)
process.disconnect()
